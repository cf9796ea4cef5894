"""What everybody may read. The addresses are a public interface: printed on paper, kept in bookmarks."""

from django.urls import include, path, register_converter

from scoring.views import beamer, exports, now, public, statistics


class Number:
    """Of a round, table or player: as it is written, 1 … 9999."""

    regex = "[1-9][0-9]{0,3}"

    def to_python(self, value: str) -> int:
        return int(value)

    def to_url(self, value: int) -> str:
        return str(value)


register_converter(Number, "number")

app_name = "public"

of_tournament = [
    path("", public.standings, name="standings"),
    path("standings.json", public.standings_json, name="standings-json"),
    path("standings.csv", public.standings_csv, name="standings-csv"),
    path("rounds/<number:number>/", public.round_page, name="round"),
    path("rounds/<number:number>/tables/<number:table>/", public.table_page, name="table"),
    path("players/<number:number>/", public.player_page, name="player"),
    path("beamer/", beamer.beamer, name="beamer"),
    path("captures/", public.captures, name="captures"),
    path("statistics/", statistics.statistics, name="statistics"),
    path("rules/", public.rules_page, name="rules"),
    path("exports/standings.csv", public.standings_csv, name="export-csv"),
    path("exports/standings.xlsx", exports.standings_xlsx, name="export-standings-xlsx"),
    path("exports/standings.pdf", exports.standings_pdf, name="export-standings-pdf"),
    path("exports/rounds/<number:number>.pdf", exports.round_pdf, name="export-round-pdf"),
    path("exports/captures.pdf", exports.captures_pdf, name="export-captures-pdf"),
    path("exports/tournament.xlsx", exports.tournament_xlsx, name="export-xlsx"),
    path("exports/tournament.pdf", exports.tournament_pdf, name="export-pdf"),
    path("exports/tournament.json", public.document, name="export-json"),
]

urlpatterns = [
    path("", public.tournament_list, name="tournaments"),
    path("favicon.ico", public.favicon, name="favicon"),
    path("now/", now.now, name="now"),
    path("language/", public.set_language, name="language"),
    path("t/<slug:slug>/", include(of_tournament)),
]

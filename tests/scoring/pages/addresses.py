"""The addresses of one cup's public pages."""

PAGES = (
    "",
    "rounds/1/",
    "rounds/2/",
    "rounds/1/tables/1/",
    "rounds/1/tables/2/",
    "rounds/2/tables/1/",
    "players/1/",
    "beamer/",
    "captures/",
    "statistics/",
    "rules/",
)
FILES = ("standings.json", "standings.csv", "exports/standings.csv", "exports/tournament.json")
OF_CUP = PAGES + FILES


def addresses(slug: str) -> list[str]:
    """All public addresses, the list of cups first."""
    return ["/", *(f"/t/{slug}/{path}" for path in OF_CUP)]

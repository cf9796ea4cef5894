"""The series of whoever organises cups: set up, edited, published, deleted."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.db.models import Count
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _

from scoring.forms.base import ReasonForm
from scoring.forms.series import EditSeriesForm, NewSeriesForm
from scoring.models import Series
from scoring.services import (
    create_series,
    delete_series,
    edit_series,
    may_edit_series,
    may_found_series,
    own_cups,
    possible_organisers,
)
from scoring.views.organiser.access import account_page, organises_anything
from scoring.views.organiser.writing import actor_of

P = ParamSpec("P")


def series_page(view: Callable[Concatenate[HttpRequest, Series, P], HttpResponse]) -> Callable[..., HttpResponseBase]:
    """A page of one series, for those who may edit it; everybody else is refused, and who organises nothing does not
    even find out which series there are."""

    @wraps(view)
    @account_page
    def page(request: HttpRequest, /, series: str, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        found = Series.objects.filter(slug=series).first()
        if found is None and organises_anything(request):
            raise Http404
        if found is None or not may_edit_series(actor_of(request), found):
            raise PermissionDenied(f"{request.user} does not organise the series {series}.")
        return view(request, found, *args, **kwargs)

    return page


@account_page
def my_series(request: HttpRequest) -> HttpResponse:
    """The series that the visitor may edit; all of them for the technician."""
    found = Series.objects.annotate(cup_count=Count("cups"))
    if not request.user.is_superuser:
        found = found.filter(pk__in=Series.objects.filter(organisers=request.user.pk).values("pk"))
    context = {"rows": list(found), "may_found": may_found_series(actor_of(request))}
    return render(request, "organiser/series_list.html", context)


@account_page
def new_series(request: HttpRequest) -> HttpResponse:
    """A form for a new series; who sets it up may edit it."""
    actor = actor_of(request)
    if not may_found_series(actor):
        return render(request, "organiser/series_list.html", {"rows": [], "may_found": False})
    posted = request.POST if request.method == "POST" else None
    form = NewSeriesForm(posted, cups=own_cups(actor), initial={"by": Series.By.POINTS})
    if form.is_valid():
        series = form.attempt(lambda: create_series(actor, form.cleaned_data["slug"], form.fields_of()))
        if series is not None:
            messages.success(request, _("The series is set up."))
            return _go("series", series)
    return render(request, "organiser/series_new.html", {"form": form}, status=422 if form.errors else 200)


@series_page
def series(request: HttpRequest, found: Series) -> HttpResponse:
    """Edits a series: its name, cups, what counts, and whether everybody sees it."""
    actor = actor_of(request)
    there = list(found.cups.defer("ruleset_snapshot").order_by("-date", "slug"))
    mine = own_cups(actor)
    keys = {cup.pk for cup in mine}
    cups = sorted([*mine, *(cup for cup in there if cup.pk not in keys)], key=lambda cup: cup.date, reverse=True)
    form = EditSeriesForm(
        request.POST if request.method == "POST" else None,
        cups=cups,
        people=possible_organisers(found),
        initial={
            "name": found.name,
            "by": found.by,
            "counted": found.counted,
            "is_public": found.is_public,
            "cups": [cup.pk for cup in there],
            "seen": found.revision,
            "organisers": list(found.organisers.values_list("pk", flat=True)),
        },
    )
    if form.is_valid():
        changed = form.attempt(lambda: edit_series(actor, found, form.fields_of(), form.cleaned_data["seen"]))
        if changed is not None:
            messages.success(request, _("Saved.") if changed else _("Nothing was changed."))
            # Who left it to others may not see the page any more.
            return _go("series", found) if may_edit_series(actor, found) else _to_list()
    context = {
        "series": found,
        "form": form,
        "hidden": [cup for cup in there if not cup.is_public],
        "frozen": [cup for cup in there if cup.is_public and cup.is_frozen],
    }
    return render(request, "organiser/series.html", context, status=422 if form.errors else 200)


@series_page
def remove(request: HttpRequest, found: Series) -> HttpResponse:
    """Asks, and takes the series away; its cups stay."""
    form = ReasonForm(request.POST if request.method == "POST" else None)
    if form.is_valid() and form.attempt(lambda: (delete_series(actor_of(request), found), True)) is not None:
        messages.success(request, _("The series was deleted. Its cups are as they were."))
        return _to_list()
    return render(
        request,
        "organiser/series_remove.html",
        {"series": found, "form": form},
        status=422 if form.errors else 200,
    )


def _to_list() -> HttpResponseRedirect:
    return HttpResponseRedirect(reverse("organiser:series-list"))


def _go(name: str, found: Series) -> HttpResponseRedirect:
    return HttpResponseRedirect(reverse(f"organiser:{name}", args=[found.slug]))

"""The register of people across all cups. Everybody who organises any cup may see it and put it right."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, Concatenate, ParamSpec

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _

from scoring.forms.base import ReasonForm
from scoring.forms.register import MergeForm, PersonForm
from scoring.models import Person
from scoring.queries import register as queries
from scoring.services import delete_person, edit_person, merge_people
from scoring.services.register import may_see_register
from scoring.views.organiser.access import account_page
from scoring.views.organiser.writing import actor_of

P = ParamSpec("P")

#: People on a page of the register.
PER_PAGE = 100
#: What a key in the database can be.
_MOST_KEY = 2**63 - 1


def register_page(view: Callable[Concatenate[HttpRequest, P], HttpResponse]) -> Callable[..., HttpResponseBase]:
    """A page of the register; 403 of who organises nothing."""

    @wraps(view)
    @account_page
    def page(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        if not may_see_register(actor_of(request)):
            raise PermissionDenied("The register is for organisers.")
        return view(request, *args, **kwargs)

    return page


@register_page
def people(request: HttpRequest) -> HttpResponse:
    """Everybody, with a search; on request those who may stand in it twice."""
    query, doubles = request.GET.get("q", "")[:100], "doubles" in request.GET
    rows = queries.register(query, doubles=doubles)
    found = Paginator(rows, PER_PAGE).get_page(request.GET.get("page"))
    context = {"rows": found, "count": len(rows), "query": query, "doubles": doubles}
    return render(request, "organiser/register.html", context)


@register_page
def person(request: HttpRequest, person: int) -> HttpResponse:
    """Somebody: put right, their cups, who may be the same."""
    found = _person(person)
    initial = {"name": found.name, "club": found.club, "town": found.town}
    form = PersonForm(request.POST if request.method == "POST" else None, initial=initial)
    if form.is_valid():

        def write() -> bool:
            edit_person(actor_of(request), found, **form.cleaned_data)
            return True

        if form.attempt(write):
            messages.success(request, _("Saved."))
            return _to(found)
    context = {
        "person": found,
        "form": form,
        "entries": queries.entries_of_person(found, request.user.pk or 0, superuser=request.user.is_superuser),
        "alike": queries.likely_same(found),
    }
    return render(request, "organiser/register_person.html", context, status=422 if form.errors else 200)


@register_page
def merge(request: HttpRequest, person: int) -> HttpResponse:
    """Who else it is: chosen, seen side by side, taken together."""
    found = _person(person)
    form = MergeForm(request.POST if request.method == "POST" else None)
    chosen = _other(request.POST.get("other") or request.GET.get("other") or "")
    if form.is_valid() and chosen is not None:
        other = chosen

        def write() -> bool:
            merge_people(actor_of(request), found, other)
            return True

        if form.attempt(write):
            messages.success(request, _("It is one entry now: %(name)s") % {"name": queries.spoken_person(found)})
            return _to(found)
    elif form.is_bound and chosen is None:
        form.add_error(None, _("Choose who else it is."))
    query = request.GET.get("q", "")[:100]
    everybody = [row.person for row in queries.register(query)] if query else queries.likely_same(found)
    context: dict[str, Any] = {
        "person": found,
        "form": form,
        "other": chosen,
        "query": query,
        "candidates": [each for each in everybody if each.pk != found.pk][:PER_PAGE],
    }
    if chosen is not None:
        user, superuser = request.user.pk or 0, request.user.is_superuser
        context["entries"] = queries.entries_of_person(found, user, superuser=superuser)
        context["other_entries"] = queries.entries_of_person(chosen, user, superuser=superuser)
    return render(request, "organiser/register_merge.html", context, status=422 if form.errors else 200)


@register_page
def delete(request: HttpRequest, person: int) -> HttpResponse:
    """Asks, and takes somebody out of the register."""
    found = _person(person)
    form = ReasonForm(request.POST if request.method == "POST" else None)
    if form.is_valid():

        def write() -> bool:
            delete_person(actor_of(request), found)
            return True

        if form.attempt(write):
            text = _("%(name)s is not in the register any more.") % {"name": queries.spoken_person(found)}
            messages.success(request, text)
            return HttpResponseRedirect(reverse("organiser:register"))
    context = {"person": found, "form": form, "cups": found.entries.count()}
    return render(request, "organiser/register_delete.html", context, status=422 if form.errors else 200)


def _person(pk: int) -> Person:
    found = Person.objects.filter(pk=pk).first() if 0 < pk <= _MOST_KEY else None
    if found is None:
        raise Http404
    return found


def _other(text: str) -> Person | None:
    if not text.isascii() or not text.isdigit() or len(text) > 18:
        return None
    found: Person | None = Person.objects.filter(pk=int(text)).first()
    return found


def _to(person: Person) -> HttpResponseRedirect:
    return HttpResponseRedirect(reverse("organiser:register-person", args=[person.pk]))

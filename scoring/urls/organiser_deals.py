"""The deals of one table at the organiser's desk: below …/tables/<table>/deals/."""

from django.urls import path

from scoring.urls import public  # noqa: F401  (registers the converter "number")
from scoring.views import organiser_deals

urlpatterns = [
    path("new/", organiser_deals.deal_new, name="deal-new"),
    path("<number:position>/", organiser_deals.deal_edit, name="deal-edit"),
    path("<number:position>/revisions/", organiser_deals.deal_revisions, name="deal-revisions"),
]

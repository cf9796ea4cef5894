"""The Django app: what happened at the tables, who may say so, what people see."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class ScoringConfig(AppConfig):
    name = "scoring"
    verbose_name = _("Tarokk cups")
    default_auto_field = "django.db.models.BigAutoField"

"""Who is who: logging in and out, and one's password. Accounts are for organisers and jurors only."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from axes.handlers.proxy import AxesProxyHandler
from django.conf import settings
from django.contrib import messages
from django.contrib.auth import views as auth
from django.contrib.auth.models import User
from django.contrib.auth.tokens import default_token_generator
from django.db.models import Max
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse, reverse_lazy
from django.utils import timezone
from django.utils.encoding import force_bytes
from django.utils.http import urlsafe_base64_encode
from django.utils.translation import gettext as _

from scoring.forms.accounts import ChangePasswordForm, LoginForm, NewPasswordForm


class Login(auth.LoginView):
    """Logs in, and goes on to where the visitor wanted to go (on this site only), else to their cups."""

    template_name = "accounts/login.html"
    authentication_form = LoginForm


class Logout(auth.LogoutView):
    """Logs out; takes POST only, so that no picture or link on another site can do it."""


class ChangePassword(auth.PasswordChangeView):
    """Changes one's own password, and logs out everywhere else."""

    template_name = "accounts/password.html"
    form_class = ChangePasswordForm
    success_url = reverse_lazy("organiser:cups")

    def form_valid(self, form: Any) -> HttpResponse:
        messages.success(self.request, _("Your password is changed."))
        return super().form_valid(form)


class SetPassword(auth.PasswordResetConfirmView):
    """Sets the first password of an account by a link that is good once, and logs in; says so of one that is not good.

    The token moves from the address into the session before anything is shown. Who has a password already needs no
    link: an organiser who invites them to another cup must not get at their account that way.
    """

    template_name = "accounts/set_password.html"
    form_class = NewPasswordForm
    success_url = reverse_lazy("organiser:cups")
    post_reset_login = True
    post_reset_login_backend = "django.contrib.auth.backends.ModelBackend"

    def get_user(self, uidb64: str) -> User | None:
        user: User | None = super().get_user(uidb64)
        return user if user is not None and user.is_active and not user.has_usable_password() else None


def set_password_path(user: User) -> str:
    """The path of a link by which that user, who has no password yet, sets one: once, within three days."""
    uid = urlsafe_base64_encode(force_bytes(user.pk))
    return reverse("accounts:set-password", args=[uid, default_token_generator.make_token(user)])


def locked_out(
    request: HttpRequest, original_response: HttpResponse | None, credentials: dict[str, Any] | None
) -> HttpResponse:
    """The page of somebody who tried too often: when they may try again (429, with Retry-After)."""
    attempts = AxesProxyHandler.get_implementation().get_user_attempts(request, credentials)
    last = attempts[0].aggregate(last=Max("attempt_time"))["last"] or timezone.now()
    until = last + settings.AXES_COOLOFF_TIME
    left = max(until - timezone.now(), timedelta(seconds=1))
    # Rounded up, so that who comes back at that minute gets in.
    shown = until + timedelta(minutes=1, microseconds=-1)
    context = {"until": shown, "minutes": -(-int(left.total_seconds()) // 60) or 1}
    response = render(request, "accounts/locked_out.html", context, status=429)
    response["Retry-After"] = str(int(left.total_seconds()) + 1)
    response["Cache-Control"] = "no-store"
    return response

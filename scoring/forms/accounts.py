"""The forms of who has an account: logging in, setting a password."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.forms import AuthenticationForm, PasswordChangeForm, SetPasswordForm
from django.utils.translation import gettext_lazy as _

_HINT = _("At least eight characters, and no password that everybody uses. Three words are easy to keep in mind.")


class LoginForm(AuthenticationForm):
    """Name and password. What is wrong is said of both together: nobody learns which names there are."""

    error_messages = {
        "invalid_login": _("This name and password do not go together. Mind capital letters."),
        "inactive": _("This account was closed."),
    }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["username"].label = _("Name")


class NewPasswordForm(SetPasswordForm):  # type: ignore[type-arg]  # At run time it takes none.
    """A new password, twice."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["new_password1"].help_text = _HINT


class ChangePasswordForm(NewPasswordForm, PasswordChangeForm):
    """The old password, and a new one twice."""

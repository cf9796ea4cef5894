"""What time it is in the hall: its clocks tick by the server's, for phones go wrong."""

from __future__ import annotations

import time

from django.http import HttpRequest, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe


@never_cache
@require_safe
def now(request: HttpRequest) -> JsonResponse:
    """`now`: milliseconds since 1970 began in Greenwich. No SQL query.

    Not in the pages themselves: they are kept, and what they said would be long past.
    """
    return JsonResponse({"now": time.time_ns() // 1_000_000})

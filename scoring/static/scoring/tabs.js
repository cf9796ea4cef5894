// Where the pages of a cup stand in one row, the one that is shown is brought into sight.
"use strict";
{
  const row = document.querySelector(".tabs.is-row");
  const current = row?.querySelector("[aria-current]");
  if (current) row.scrollLeft = current.offsetLeft - (row.clientWidth - current.offsetWidth) / 2;
}

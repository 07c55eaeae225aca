"""Records pages with headless browsers; everything stays on the loopback address.

`BROWSERS` has a recorder for each: `name`, `missing()` (what must be installed; empty if all is there),
`record(address, path, click)`, which writes a file that loophunt reads.
"""
from .chromium import Chromium
from .firefox import Firefox
from .webkit import WebKit

BROWSERS = {browser.name: browser for browser in (Chromium, Firefox, WebKit)}

"""Records with Chromium over the DevTools protocol."""
import contextlib
import json
import os
import time
import urllib.request

from .common import missing, running, temporary_folder, until
from .websocket import Client

CATEGORIES = [
    "devtools.timeline", "disabled-by-default-devtools.timeline",
    "disabled-by-default-devtools.timeline.frame", "disabled-by-default-devtools.timeline.stack",
    "disabled-by-default-devtools.timeline.invalidationTracking", "loading", "toplevel",
]


class Chromium:
    name = "chromium"

    @staticmethod
    def missing():
        return missing({"chromium": "chromium"})

    @staticmethod
    @contextlib.contextmanager
    def opened():
        """A headless browser; gives a client of its one page."""
        with temporary_folder() as profile, running([
                "chromium", "--headless=new", "--no-sandbox", "--disable-gpu", "--no-first-run",
                "--disable-extensions", "--disable-background-networking",
                "--disable-component-update", "--remote-debugging-port=0",
                f"--user-data-dir={profile}", "about:blank"]):
            port_file = os.path.join(profile, "DevToolsActivePort")

            def port():
                with open(port_file) as file:
                    return file.read().split()[0]

            root = f"http://127.0.0.1:{until('Chromium starts', port)}/json"
            request = urllib.request.Request(f"{root}/new?about:blank", method="PUT")
            with urllib.request.urlopen(request, timeout=60) as answer:
                page = Client(json.load(answer)["webSocketDebuggerUrl"])
            yield page
            page.close()

    @staticmethod
    def record(address, path, click=None):
        with Chromium.opened() as page:
            Chromium._record(page, address, path, click)

    @staticmethod
    def _record(page, address, path, click):
        page.call("Page.enable")
        page.call(
            "Tracing.start", transferMode="ReturnAsStream", streamFormat="json",
            traceConfig={
                "recordMode": "recordAsMuchAsPossible", "includedCategories": CATEGORIES,
                "excludedCategories": ["*"]})
        page.call("Page.navigate", url=address)
        page.wait("Page.loadEventFired")
        time.sleep(0.5)

        def evaluate(expression):
            return page.call(
                "Runtime.evaluate", expression=expression, returnByValue=True)["result"].get("value")

        if click:
            place = evaluate(
                f"(() => {{ const r = document.querySelector({json.dumps(click)})"
                ".getBoundingClientRect(); return [r.x + r.width / 2, r.y + r.height / 2] })()")
            for event in ("mousePressed", "mouseReleased"):
                page.call(
                    "Input.dispatchMouseEvent", type=event, x=place[0], y=place[1], button="left",
                    clickCount=1)
            until("the page is done", lambda: evaluate("document.title") == "done")
        time.sleep(0.5)
        page.call("Tracing.end")
        stream = page.wait("Tracing.tracingComplete")["params"]["stream"]
        with open(path, "w") as file:
            while True:
                piece = page.call("IO.read", handle=stream, size=1 << 20)
                file.write(piece["data"])
                if piece.get("eof"):
                    break

"""Records with Chromium over the DevTools protocol."""
import contextlib
import json
import os
import time
import urllib.request

from .common import (
    PATIENCE, PageError, are_of_one_host, missing, patience, running, temporary_folder, until)
from .websocket import Client

CATEGORIES = [
    "devtools.timeline", "disabled-by-default-devtools.timeline",
    "disabled-by-default-devtools.timeline.frame", "disabled-by-default-devtools.timeline.stack",
    "disabled-by-default-devtools.timeline.invalidationTracking", "loading", "toplevel",
    "disabled-by-default-v8.cpu_profiler", "disabled-by-default-devtools.v8-source-rundown",
    "disabled-by-default-devtools.v8-source-rundown-sources",
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
    def record(address, path, actions=()):
        with Chromium.opened() as page:
            Recorder(page).record(address, path, actions)


class Recorder:
    """Records one page; anything that keeps the page from working is an error."""

    def __init__(self, page):
        self.page = page
        self.errors = []

    def record(self, address, path, actions):
        page = self.page
        # An open dialog stops the page: nobody is there to close it.
        page.replies["Page.javascriptDialogOpening"] = (
            "Page.handleJavaScriptDialog", {"accept": True})
        with patience(page.socket.socket, address):
            self._use(address, actions)
        page.call("Tracing.end")
        self._save(path)

    def _use(self, address, actions):
        page = self.page
        for domain in ("Page", "Network", "Runtime"):
            page.call(f"{domain}.enable")
        page.call(
            "Tracing.start", transferMode="ReturnAsStream", streamFormat="json",
            traceConfig={
                "recordMode": "recordAsMuchAsPossible", "includedCategories": CATEGORIES,
                "excludedCategories": ["*"]})
        answer = page.call("Page.navigate", url=address)
        if answer.get("errorText"):
            raise PageError(f"{address} does not answer: {answer['errorText']}")
        self._wait_for_load(address)
        time.sleep(0.5)
        for action in actions:
            action.run(self._evaluate, self._click, self._press)
        time.sleep(0.5)
        self._evaluate("0")  # Brings the last messages.
        self._check(address)

    def _evaluate(self, expression):
        return self.page.call(
            "Runtime.evaluate", expression=expression, returnByValue=True)["result"].get("value")

    def _click(self, x, y):
        for event in ("mousePressed", "mouseReleased"):
            self.page.call(
                "Input.dispatchMouseEvent", type=event, x=x, y=y, button="left", clickCount=1)

    def _press(self, letter):
        for event in ("keyDown", "keyUp"):
            text = {"text": letter} if event == "keyDown" else {}
            self.page.call("Input.dispatchKeyEvent", type=event, key=letter, **text)

    def _wait_for_load(self, address):
        end = time.monotonic() + PATIENCE
        while not any(m.get("method") == "Page.loadEventFired" for m in self.page.messages):
            self._check(address)
            if time.monotonic() > end:
                raise PageError(f"{address} was not loaded within {PATIENCE} s")
            time.sleep(0.05)
            self.page.call("Page.getFrameTree")

    def _check(self, address):
        """Raises the first error among the messages: of the server, or of a script."""
        requested = {}
        for message in self.page.messages:
            parameters = message.get("params", {})
            is_needed = parameters.get("type") in ("Document", "Script", "Stylesheet")
            if message.get("method") == "Network.requestWillBeSent":
                requested[parameters["requestId"]] = parameters["request"]["url"]
            if message.get("method") == "Network.responseReceived" and is_needed:
                response = parameters["response"]
                if response["status"] >= 400:
                    raise PageError(f"{response['url']} answers with status {response['status']}")
            if message.get("method") == "Network.loadingFailed" and is_needed:
                url = requested.get(parameters["requestId"], "")
                if not parameters.get("canceled") and are_of_one_host(url, address):
                    raise PageError(f"{url} does not answer: {parameters['errorText']}")
            if message.get("method") == "Runtime.exceptionThrown":
                details = parameters["exceptionDetails"]
                text = details.get("exception", {}).get("description") or details["text"]
                place = f"{details.get('url', address)}:{details['lineNumber'] + 1}"
                raise PageError(f"a script of the page failed: {text.splitlines()[0]} ({place})")

    def _save(self, path):
        stream = self.page.wait("Tracing.tracingComplete")["params"]["stream"]
        with open(path, "w") as file:
            while True:
                piece = self.page.call("IO.read", handle=stream, size=1 << 20)
                file.write(piece["data"])
                if piece.get("eof"):
                    break

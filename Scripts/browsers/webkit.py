"""Records with WebKitGTK's small browser, through the server of its Web Inspector."""
import json
import os
import re
import time
import urllib.request

from .common import free_port, missing, running, until
from .websocket import WebSocket

BROWSER = os.environ.get(
    "MINIBROWSER", "/usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser")


class WebKit:
    name = "webkit"

    @staticmethod
    def missing():
        return missing({
            BROWSER: "webkit2gtk-driver", "xvfb-run": "xvfb", "dbus-run-session": "dbus"})

    @staticmethod
    def record(address, path, actions=()):
        port = free_port()
        with running(
                ["dbus-run-session", "--", "xvfb-run", "-a", BROWSER, "--geometry=800x600",
                 "--enable-developer-extras=true", address],
                WEBKIT_INSPECTOR_HTTP_SERVER=f"127.0.0.1:{port}",
                WEBKIT_DISABLE_COMPOSITING_MODE="1", LIBGL_ALWAYS_SOFTWARE="1", GDK_BACKEND="x11",
                NO_AT_BRIDGE="1"):

            def target():
                with urllib.request.urlopen(f"http://127.0.0.1:{port}/", timeout=5) as answer:
                    return re.search(r"(\d+)/(\d+)/(WebPage)", answer.read().decode())

            found = until("WebKit starts", target)
            inspector = Inspector(f"ws://127.0.0.1:{port}/socket/{found.group(0)}")
            records = WebKit._record(inspector, address, actions)
            inspector.close()
        with open(path, "w") as file:
            json.dump({"events": records}, file)

    @staticmethod
    def _record(inspector, address, actions):
        inspector.enable("Inspector", "Page", "Runtime")
        inspector.call("Page.navigate", url=address)
        until("the page is loaded", lambda: inspector.has("Page.loadEventFired"))
        inspector.listen(1)
        # The page may have come with another process, which must be asked again.
        inspector.enable("Inspector", "Page", "Runtime", "Timeline")
        inspector.call("Timeline.setInstruments", instruments=["Timeline"])
        inspector.messages.clear()
        inspector.call("Timeline.start", maxCallStackDepth=10)

        def evaluate(expression):
            answer = inspector.call("Runtime.evaluate", expression=expression, returnByValue=True)
            return answer.get("result", {}).get("result", {}).get("value")

        for action in actions:
            action.run(evaluate)
        inspector.listen(1)
        inspector.call("Timeline.stop")
        inspector.listen(1)
        return [m for m in inspector.messages if m["method"].startswith("Timeline.")]


class Inspector:
    """Speaks with the page behind a Web Inspector: each message is wrapped in one for the page."""

    def __init__(self, address):
        self.socket = WebSocket(address)
        self.number = 0
        self.target = None
        self.answers = {}
        self.messages = []
        until("WebKit names its page", lambda: self.target or self.listen(0.2))

    def close(self):
        self.socket.close()

    def listen(self, seconds):
        """Takes what comes within some seconds."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            self.socket.socket.settimeout(max(0.05, end - time.monotonic()))
            try:
                self._take(self.socket.receive())
            except TimeoutError:
                break
        self.socket.socket.settimeout(120)

    def _take(self, message):
        parameters = message.get("params", {})
        if message.get("method") == "Target.targetCreated":
            self.target = parameters["targetInfo"]["targetId"]
        elif message.get("method") == "Target.didCommitProvisionalTarget":
            self.target = parameters["newTargetId"]
        elif message.get("method") == "Target.dispatchMessageFromTarget":
            inner = json.loads(parameters["message"])
            if "id" in inner:
                self.answers[inner["id"]] = inner
            else:
                self.messages.append(inner)

    def call(self, method, **parameters):
        self.number += 2
        number = self.number
        inner = json.dumps({"id": number, "method": method, "params": parameters})
        self.socket.send({
            "id": number + 1, "method": "Target.sendMessageToTarget",
            "params": {"targetId": self.target, "message": inner}})
        until(method, lambda: number in self.answers or self.listen(0.2))
        return self.answers.pop(number)

    def enable(self, *domains):
        """Asks for messages of these domains; those that are on already say so."""
        for domain in domains:
            self.call(f"{domain}.enable")

    def has(self, method):
        self.listen(0.1)
        return any(message["method"] == method for message in self.messages)

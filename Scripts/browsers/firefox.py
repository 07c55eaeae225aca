"""Records with Firefox's own profiler, steered over WebDriver BiDi."""
import contextlib
import os
import time

from .common import (
    PageError, are_of_one_host, free_port, missing, patience, running, temporary_folder, until)
from .websocket import Client


class Firefox:
    name = "firefox"

    @staticmethod
    def missing():
        return missing({"firefox-esr": "firefox-esr"})

    @staticmethod
    @contextlib.contextmanager
    def opened():
        """A headless browser; gives a client and the name of its one page."""
        port = free_port()
        with temporary_folder() as profile, running(
                ["firefox-esr", "--headless", "--profile", profile, "--no-remote",
                 f"--remote-debugging-port={port}", "about:blank"], HOME=profile):
            browser = until(
                "Firefox starts", lambda: Client(f"ws://127.0.0.1:{port}/session"))
            browser.call("session.new", capabilities={})
            browser.call("session.subscribe", events=["log.entryAdded"])
            yield browser, browser.call("browsingContext.getTree")["contexts"][0]["context"]
            with contextlib.suppress(ConnectionError):
                browser.call("browser.close")

    @staticmethod
    def record(address, path, actions=()):
        port = free_port()
        path = os.path.abspath(path)
        with temporary_folder() as profile, running(
                ["firefox-esr", "--headless", "--profile", profile, "--no-remote",
                 f"--remote-debugging-port={port}", "about:blank"],
                HOME=profile, MOZ_PROFILER_STARTUP="1",
                MOZ_PROFILER_STARTUP_FEATURES="js,stackwalk,nostacksampling",
                MOZ_PROFILER_STARTUP_FILTERS="GeckoMain", MOZ_PROFILER_STARTUP_INTERVAL="5",
                MOZ_PROFILER_STARTUP_ENTRIES="4000000", MOZ_PROFILER_SHUTDOWN=path) as child:
            browser = until(
                "Firefox starts", lambda: Client(f"ws://127.0.0.1:{port}/session"))
            # An open dialog stops the page: nobody is there to close it.
            browser.call("session.new", capabilities={
                "alwaysMatch": {"unhandledPromptBehavior": {"default": "accept"}}})
            browser.call("session.subscribe", events=[
                "log.entryAdded", "network.responseCompleted", "network.fetchError"])
            tree = browser.call("browsingContext.getTree")
            context = tree["contexts"][0]["context"]
            with patience(browser.socket.socket, address):
                use(browser, context, address, actions)
            try:
                browser.call("browser.close")
            except ConnectionError:
                pass  # It may be gone before it answers.
            child.wait(120)


def use(browser, context, address, actions):
    """Opens a page, waits until it is loaded, and does with it what is to be recorded."""
    try:
        browser.call("browsingContext.navigate", context=context, url=address, wait="complete")
    except RuntimeError as error:
        raise PageError(f"{address} does not answer: {error}") from None
    check(browser, context, address)
    time.sleep(1)

    def evaluate(expression):
        return browser.call(
            "script.evaluate", expression=expression, target={"context": context},
            awaitPromise=False)["result"].get("value")

    for action in actions:
        action.run(evaluate)
    time.sleep(0.5)
    evaluate("0")  # Brings the last messages.
    check(browser, context, address)


def check(browser, context, address):
    """Raises the first error among the messages: of the server, or of a script."""
    for message in browser.messages:
        parameters = message.get("params", {})
        is_needed = parameters.get("request", {}).get("destination") in ("script", "style")
        if message.get("method") == "network.responseCompleted":
            response = parameters["response"]
            is_page = parameters.get("navigation") and parameters.get("context") == context
            if (is_page or is_needed) and response["status"] >= 400:
                raise PageError(f"{response['url']} answers with status {response['status']}")
        if message.get("method") == "network.fetchError" and is_needed:
            url = parameters["request"]["url"]
            if are_of_one_host(url, address):
                raise PageError(f"{url} does not answer: {parameters['errorText']}")
        if message.get("method") == "log.entryAdded":
            if parameters.get("type") == "javascript" and parameters.get("level") == "error":
                frames = (parameters.get("stackTrace") or {}).get("callFrames") or []
                place = f" ({frames[0]['url']}:{frames[0]['lineNumber'] + 1})" if frames else ""
                raise PageError(f"a script of the page failed: {parameters['text']}{place}")

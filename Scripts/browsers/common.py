"""The shared parts of the recorders: a server for pages, free ports, and waiting."""
import contextlib
import functools
import http.server
import os
import shutil
import socket
import subprocess
import tempfile
import threading
import time
import urllib.parse

PATIENCE = int(os.environ.get("PATIENCE", "60"))  # seconds, on a loaded machine


class PageError(Exception):
    """The reason why a page could not be recorded as it should be."""


@contextlib.contextmanager
def patience(connection, address):
    """Waits no longer than PATIENCE for each answer of the page."""
    usual = connection.gettimeout()
    connection.settimeout(PATIENCE)
    try:
        yield
    except TimeoutError:
        raise PageError(
            f"{address} did not answer within {PATIENCE} s: the server is silent, or a script of the"
            " page runs without end") from None
    connection.settimeout(usual)


def are_of_one_host(one, other):
    """True if two addresses are of the same server."""
    return urllib.parse.urlsplit(one).netloc == urllib.parse.urlsplit(other).netloc


@contextlib.contextmanager
def served(folder):
    """Serves a folder on the loopback address; gives the address."""
    class Handler(http.server.SimpleHTTPRequestHandler):
        def log_message(self, *_):
            pass

    handler = functools.partial(Handler, directory=folder)
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}"
    finally:
        server.shutdown()


@contextlib.contextmanager
def temporary_folder():
    """A folder for a browser's profile, which a browser that ends late may still write to."""
    folder = tempfile.mkdtemp()
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


@contextlib.contextmanager
def running(command, **variables):
    """A program in a session of its own; it is ended with what it started."""
    child = subprocess.Popen(
        command, env=dict(os.environ, **variables), start_new_session=True,
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        yield child
    finally:
        for signal in (15, 9):
            with contextlib.suppress(ProcessLookupError):
                os.killpg(child.pid, signal)
            with contextlib.suppress(subprocess.TimeoutExpired):
                child.wait(10)
                break


def free_port():
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]


def until(what, attempt, seconds=PATIENCE):
    """Tries again until something true comes back."""
    end = time.monotonic() + seconds
    error = None
    while time.monotonic() < end:
        try:
            found = attempt()
            if found:
                return found
        except (OSError, ValueError, LookupError) as failure:
            error = failure
        time.sleep(0.1)
    raise TimeoutError(f"{what}: not within {seconds} s" + (f" ({error})" if error else ""))


def missing(programs):
    """The Debian packages of those programs that are not there."""
    return [package for program, package in programs.items()
            if not (shutil.which(program) or os.path.exists(program))]

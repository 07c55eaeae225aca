"""As much of a WebSocket client (RFC 6455) as browsers need on the loopback address."""
import base64
import json
import os
import socket
import struct
import urllib.parse


class WebSocket:
    def __init__(self, address, timeout=120):
        url = urllib.parse.urlsplit(address)
        self.socket = socket.create_connection((url.hostname, url.port), timeout)
        self.rest = b""
        key = base64.b64encode(os.urandom(16)).decode()
        self.socket.sendall((
            f"GET {url.path} HTTP/1.1\r\nHost: {url.netloc}\r\nUpgrade: websocket\r\n"
            f"Connection: Upgrade\r\nSec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n"
        ).encode())
        while b"\r\n\r\n" not in self.rest:
            self._receive()
        head, self.rest = self.rest.split(b"\r\n\r\n", 1)
        if b" 101 " not in head.split(b"\r\n")[0]:
            raise ConnectionError(head.decode(errors="replace"))

    def _receive(self):
        piece = self.socket.recv(1 << 20)
        if not piece:
            raise ConnectionError("the browser closed the connection")
        self.rest += piece

    def _take(self, count):
        while len(self.rest) < count:
            self._receive()
        taken, self.rest = self.rest[:count], self.rest[count:]
        return taken

    def _frame(self, opcode, payload):
        length = len(payload)
        if length < 126:
            head = struct.pack("!BB", 0x80 | opcode, 0x80 | length)
        elif length < 1 << 16:
            head = struct.pack("!BBH", 0x80 | opcode, 0x80 | 126, length)
        else:
            head = struct.pack("!BBQ", 0x80 | opcode, 0x80 | 127, length)
        mask = os.urandom(4)
        masked = bytes(byte ^ mask[index % 4] for index, byte in enumerate(payload))
        self.socket.sendall(head + mask + masked)

    def send(self, message):
        self._frame(1, json.dumps(message).encode())

    def receive(self):
        """The next message; a frame that is begun is read to its end."""
        pieces = []
        while True:
            first, second = self._take(2)
            length = second & 0x7f
            if length == 126:
                length, = struct.unpack("!H", self._take(2))
            elif length == 127:
                length, = struct.unpack("!Q", self._take(8))
            payload = self._take(length)
            opcode = first & 0x0f
            if opcode == 8:
                raise ConnectionError("the browser closed the connection")
            if opcode == 9:
                self._frame(10, payload)
            if opcode in (0, 1, 2):
                pieces.append(payload)
                if first & 0x80:
                    return json.loads(b"".join(pieces))

    def close(self):
        self.socket.close()


class Client:
    """Sends commands with numbers, and keeps the messages that come in between."""

    def __init__(self, address):
        self.socket = WebSocket(address)
        self.number = 0
        self.messages = []
        # By the kind of a message: a command, with its parameters, that answers it at once.
        self.replies = {}

    def _keep(self, message):
        self.messages.append(message)
        reply = self.replies.get(message.get("method"))
        if reply:
            self.number += 1
            method, parameters = reply
            self.socket.send({"id": self.number, "method": method, "params": parameters})

    def call(self, method, **parameters):
        self.number += 1
        number = self.number
        self.socket.send({"id": number, "method": method, "params": parameters})
        while True:
            message = self.socket.receive()
            if message.get("id") != number:
                self._keep(message)
            elif "error" in message:
                # WebDriver's message stands beside the error, DevTools' inside of it.
                text = message.get("message") or message["error"]
                raise RuntimeError(f"{method}: {text}")
            else:
                return message["result"]

    def wait(self, method):
        """The next message of a kind, one that came already included."""
        while True:
            for index, message in enumerate(self.messages):
                if message.get("method") == method:
                    return self.messages.pop(index)
            self._keep(self.socket.receive())

    def close(self):
        self.socket.close()

"""An object store that speaks S3 over HTTP, as a process that the tests end, pause and start again on its port."""

import http.client
import secrets
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Final

START_S: Final = 60.0
KEY: Final = "the-key-of-the-tests"
SECRET: Final = "the-secret-of-the-tests"  # opens nothing


class S3Process:
    """Moto's server, whose buckets are gone with it."""

    def __init__(self) -> None:
        with socket.create_server(("127.0.0.1", 0)) as free:
            self.port: int = free.getsockname()[1]
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def environment(self) -> Mapping[str, str]:
        """The variables by which programs find it."""
        return {
            "AWS_ENDPOINT_URL": f"http://127.0.0.1:{self.port}",
            "AWS_REGION": "us-east-1",
            "AWS_ACCESS_KEY_ID": KEY,
            "AWS_SECRET_ACCESS_KEY": SECRET,
        }

    def start(self) -> None:
        """Start, and wait until it answers."""
        command = [sys.executable, "-m", "moto.server", "-H", "127.0.0.1", "-p", str(self.port)]
        self._process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        until_s = time.monotonic() + START_S
        while not self._answers():
            assert self._process.poll() is None
            assert time.monotonic() < until_s
            time.sleep(0.05)

    def stop(self) -> None:
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._process = None

    def send(self, what: signal.Signals) -> None:
        assert self._process is not None
        self._process.send_signal(what)

    def make_bucket(self, name: str | None = None) -> str:
        """Make a bucket; returns its name."""
        name = name or f"bucket-{secrets.token_hex(4)}"
        assert self._ask("PUT", f"/{name}") == 200
        return name

    def _answers(self) -> bool:
        try:
            return self._ask("GET", "/") == 200
        except OSError:
            return False

    def _ask(self, verb: str, path: str) -> int:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=10)
        try:
            connection.request(verb, path)
            return connection.getresponse().status
        finally:
            connection.close()


@contextmanager
def s3_process() -> Iterator[S3Process]:
    process = S3Process()
    process.start()
    try:
        yield process
    finally:
        process.stop()

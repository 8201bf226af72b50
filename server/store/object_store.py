"""Finished matches in a bucket of an object store that speaks S3: AWS, MinIO, Ceph and the like.

The same names in the same folders as in a ``Directory``. The variables that every such program reads say where the
store is and who we are there: ``AWS_ENDPOINT_URL``, ``AWS_REGION``, ``AWS_ACCESS_KEY_ID``, ``AWS_SECRET_ACCESS_KEY``,
or the role of the machine. Needs the extra ``s3``.
"""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from typing import Final

import anyio
import obstore
from obstore.exceptions import BaseError
from obstore.store import from_url

from server.runtime.errors import BadSetting, Unavailable
from server.store.archive import Archive, is_name, path_of

CONNECT_S: Final = 3
REQUEST_S: Final = 10
RETRIES: Final = 3
"""Of one request, where the store is busy or the line breaks; after that the match waits for its next turn."""
RETRY_S: Final = 20
READ_S: Final = 5.0
"""Time that a request that looks for a match waits in all."""
AT_ONCE: Final = 32
"""Requests on their way; more wait, so that whoever asks for matches that are nowhere does not make as many."""
PAGE: Final = 1000
"""Names listed at a time, as many as the store deletes in one request."""
NO_BUCKET: Final = "NoSuchBucket"
"""The error code of a store for any name if there is no bucket; the status is that of a name that is not there."""


class Bucket(Archive):
    """A bucket, and what its names begin with.

    Args:
        url: ``s3://BUCKET/PREFIX``.

    Raises:
        BadSetting: the address or a variable is none.
    """

    def __init__(self, url: str) -> None:
        try:
            self._store = from_url(
                url,
                client_options={
                    "allow_http": True,  # if the endpoint says so
                    "connect_timeout": timedelta(seconds=CONNECT_S),
                    "timeout": timedelta(seconds=REQUEST_S),
                },
                retry_config={"max_retries": RETRIES, "retry_timeout": timedelta(seconds=RETRY_S)},
            )
        except (BaseError, ValueError) as error:
            raise BadSetting(f"the archive {url} is no bucket: {first_line(error)}") from None
        self._limit = anyio.CapacityLimiter(AT_ONCE)

    async def put(self, name: str, data: bytes) -> None:
        async with self._asking(f"does not take {name}"):
            await obstore.put_async(self._store, path_of(name), data)

    async def get(self, name: str) -> bytes | None:
        if not is_name(name):
            return None
        async with self._asking(f"does not give {name}"):
            try:
                with anyio.fail_after(READ_S):
                    found = await obstore.get_async(self._store, path_of(name))
                    return bytes(await found.bytes_async())
            except FileNotFoundError as error:
                if NO_BUCKET in str(error):
                    raise
                return None

    async def prune(self, days: int) -> int:
        before = datetime.now(UTC) - timedelta(days=days)
        count = 0
        async with self._asking("is not pruned"):
            async for page in obstore.list(self._store, chunk_size=PAGE):
                old = [found["path"] for found in page if found["last_modified"] < before]
                if old:
                    await obstore.delete_async(self._store, old)
                count += len(old)
        return count

    @asynccontextmanager
    async def _asking(self, failing: str) -> AsyncIterator[None]:
        """Ask one thing of the store; what it answers instead becomes ``Unavailable``."""
        async with self._limit:
            try:
                yield
            except (BaseError, OSError) as error:
                raise Unavailable(f"the archive {failing}: {first_line(error)}") from None


def first_line(error: Exception) -> str:
    """The first line of an error, without the pages of detail after it."""
    return str(error).partition("\n")[0] or "it takes too long"

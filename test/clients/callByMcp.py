# A call by the package mcp: `python callByMcp.py URL PATTERN [HEADER VALUE]`. Prints what it saw.

import asyncio
import json
import sys

import httpx2
from mcp import Client
from mcp.client.streamable_http import streamable_http_client

url, pattern, *header = sys.argv[1:]


async def main() -> None:
    headers = {header[0]: header[1]} if header else {}
    async with httpx2.AsyncClient(headers=headers) as http_client:
        async with Client(streamable_http_client(url, http_client=http_client)) as client:
            tools = await client.list_tools()
            called = await client.call_tool("searchAttachments", {"pattern": pattern})
            print(json.dumps({"tools": [tool.name for tool in tools.tools], "result": called.structured_content}))


asyncio.run(main())

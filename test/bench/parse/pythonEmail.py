"""Parses mails with Python's email package, as often as a line comes in, and prints the seconds of each time.

The first line in is a JSON list of files. Parts are decoded and named, as the other parsers do unasked.
"""

import email
import email.policy
import json
import sys
import time

files = json.loads(sys.stdin.readline())
mails = [open(file, "rb").read() for file in files]


def parse(raw):
    message = email.message_from_bytes(raw, policy=email.policy.default)
    for part in message.walk():
        if not part.is_multipart():
            part.get_filename()
            part.get_payload(decode=True)
    return message["subject"], message["from"], message["date"]


for line in sys.stdin:
    started = time.perf_counter()
    failed = 0
    for raw in mails:
        try:
            parse(raw)
        except Exception:
            failed += 1
    print(json.dumps({"seconds": time.perf_counter() - started, "failed": failed}), flush=True)

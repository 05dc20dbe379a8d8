"""Appends mails to an INBOX: appendMails.py PORT USER PASSWORD FILE..."""

import imaplib
import sys

port, user, password, *files = sys.argv[1:]
imap = imaplib.IMAP4("127.0.0.1", int(port))
imap.login(user, password)
for name in files:
    with open(name, "rb") as file:
        status, answer = imap.append("INBOX", None, None, file.read())
    if status != "OK":
        sys.exit(f"{name}: {answer}")
imap.logout()

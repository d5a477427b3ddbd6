"""Reads a secret, then requests as lines of JSON; prints 1 for each that the official library takes, 0 for each that it refuses."""

import base64
import json
import sys

from standardwebhooks import Webhook, WebhookVerificationError

webhook = Webhook(sys.stdin.readline().strip())
for line in sys.stdin:
    request = json.loads(line)
    try:
        webhook.verify(base64.b64decode(request["body"]), request["headers"])
        print(1)
    # ValueError: a changed body need be no UTF-8, and no JSON.
    except (WebhookVerificationError, ValueError):
        print(0)

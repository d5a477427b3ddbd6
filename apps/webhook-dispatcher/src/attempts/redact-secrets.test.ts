import { expect, test } from "@jest/globals";
import { redactSecrets } from "./redact-secrets.js";

const headers = {
  authorization: "Bearer s3cr3t-t0ken",
  "x-shop": "acme",
  "x-key": "$& a-longer-key",
  "x-basic": `Basic ${Buffer.from("shop:a-password").toString("base64")}`,
  "x-quoted": 's3cr3t-"q"-\\-end',
};

test.each([
  ["the value", "got: Bearer s3cr3t-t0ken!", "got: [hidden]!"],
  ["only its token, every time it occurs", "s3cr3t-t0ken, s3cr3t-t0ken", "[hidden], [hidden]"],
  ["one with special characters of replacement patterns", `{"key":"$& a-longer-key"}`, `{"key":"[hidden]"}`],
  ["one escaped as in JSON", JSON.stringify({ key: 's3cr3t-"q"-\\-end' }), '{"key":"[hidden]"}'],
  ["one that is percent-encoded", "key=%24%26%20a-longer-key", "key=[hidden]"],
  ["one in base64", `key=${Buffer.from("$& a-longer-key").toString("base64")}.`, "key=[hidden]."],
  ["one in hex", `key=${Buffer.from("$& a-longer-key").toString("hex")}.`, "key=[hidden]."],
  ["a password that it contains in base64", "no shop:a-password, nor a-password", "no [hidden], nor [hidden]"],
  ["the beginning of one that is cut off at the end", "got: Bearer s3cr", "got: [hidden]"],
  ["the beginning of its token", "got: s3cr", "got: [hidden]"],
  ["nothing if only three characters are left of one", "got: s3c", "got: s3c"],
  ["no short value, which could occur in any text", "acme has it", "acme has it"],
  ["nothing in an empty text", "", ""],
])("hides %s", (_, text, shown) => expect(redactSecrets(text, headers)).toBe(shown));

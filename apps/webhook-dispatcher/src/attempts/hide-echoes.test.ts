import { expect, test } from "@jest/globals";
import { hideEchoes } from "./hide-echoes.js";

const headers = {
  authorization: "Bearer s3cr3t-t0ken",
  "x-shop": "acme",
  "x-key": "$& a-longer-key",
  "x-basic": `Basic ${Buffer.from("shop:a-password").toString("base64")}`,
  "x-quoted": 's3cr3t-"q"-\\-end',
};

test.each([
  ["the value", "got: Bearer s3cr3t-t0ken!", "got: [hidden]!"],
  ["its token alone, as often as it comes", "s3cr3t-t0ken, s3cr3t-t0ken", "[hidden], [hidden]"],
  ["one that means something to a pattern", `{"key":"$& a-longer-key"}`, `{"key":"[hidden]"}`],
  ["one as JSON says it", JSON.stringify({ key: 's3cr3t-"q"-\\-end' }), '{"key":"[hidden]"}'],
  ["one that is percent-encoded", "key=%24%26%20a-longer-key", "key=[hidden]"],
  ["one in base64", `key=${Buffer.from("$& a-longer-key").toString("base64")}.`, "key=[hidden]."],
  ["one in hex", `key=${Buffer.from("$& a-longer-key").toString("hex")}.`, "key=[hidden]."],
  ["a password that stands in base64 in it", "no shop:a-password, nor a-password", "no [hidden], nor [hidden]"],
  ["the beginning of one that the end cuts off", "got: Bearer s3cr", "got: [hidden]"],
  ["the beginning of its token", "got: s3cr", "got: [hidden]"],
  ["no three letters that one begins with", "got: s3c", "got: s3c"],
  ["no short value, which is in any text", "acme has it", "acme has it"],
  ["nothing where nothing is", "", ""],
])("hides %s", (_, text, shown) => expect(hideEchoes(text, headers)).toBe(shown));

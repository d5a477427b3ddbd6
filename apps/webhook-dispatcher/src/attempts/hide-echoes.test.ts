import { expect, test } from "@jest/globals";
import { hideEchoes } from "./hide-echoes.js";

const headers = {
  authorization: "Bearer s3cr3t-t0ken",
  "x-shop": "acme",
  "x-key": "$& a-longer-key",
  "x-quoted": 's3cr3t-"q"-\\-end',
};

test.each([
  ["the value", "got: Bearer s3cr3t-t0ken!", "got: [hidden]!"],
  ["its token alone, as often as it comes", "s3cr3t-t0ken, s3cr3t-t0ken", "[hidden], [hidden]"],
  ["one that means something to a pattern", `{"key":"$& a-longer-key"}`, `{"key":"[hidden]"}`],
  ["one as JSON says it", JSON.stringify({ key: 's3cr3t-"q"-\\-end' }), '{"key":"[hidden]"}'],
  ["one that is percent-encoded", "key=%24%26%20a-longer-key", "key=[hidden]"],
  ["the beginning of one that the end cuts off", "got: Bearer s3cr", "got: [hidden]"],
  ["the beginning of its token", "got: s3cr", "got: [hidden]"],
  ["no three letters that one begins with", "got: s3c", "got: s3c"],
  ["no short value, which is in any text", "acme has it", "acme has it"],
  ["nothing where nothing is", "", ""],
])("hides %s", (_, text, shown) => expect(hideEchoes(text, headers)).toBe(shown));

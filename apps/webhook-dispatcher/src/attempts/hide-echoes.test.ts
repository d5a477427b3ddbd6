import { expect, test } from "@jest/globals";
import { hideEchoes } from "./hide-echoes.js";

const headers = { authorization: "Bearer s3cr3t-t0ken", "x-shop": "acme", "x-key": "$& a-longer-key" };

test.each([
  ["the value", "got: Bearer s3cr3t-t0ken!", "got: [hidden]!"],
  ["its token alone, as often as it comes", "s3cr3t-t0ken, s3cr3t-t0ken", "[hidden], [hidden]"],
  ["one that means something to a pattern", `{"key":"$& a-longer-key"}`, `{"key":"[hidden]"}`],
  ["no short value, which is in any text", "acme has it", "acme has it"],
  ["nothing where nothing is", "", ""],
])("hides %s", (_, text, shown) => expect(hideEchoes(text, headers)).toBe(shown));

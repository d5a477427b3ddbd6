import { describe, expect, test } from "@jest/globals";
import { z } from "zod";
import { mergePatch, mergePatchOf } from "./merge-patch.js";

describe("a merge patch matches the examples of RFC 7396, appendix A", () => {
  test.each([
    ['{"a":"b"}', '{"a":"c"}', '{"a":"c"}'],
    ['{"a":"b"}', '{"b":"c"}', '{"a":"b","b":"c"}'],
    ['{"a":"b"}', '{"a":null}', "{}"],
    ['{"a":"b","b":"c"}', '{"a":null}', '{"b":"c"}'],
    ['{"a":["b"]}', '{"a":"c"}', '{"a":"c"}'],
    ['{"a":"c"}', '{"a":["b"]}', '{"a":["b"]}'],
    ['{"a":{"b":"c"}}', '{"a":{"b":"d","c":null}}', '{"a":{"b":"d"}}'],
    ['{"a":[{"b":"c"}]}', '{"a":[1]}', '{"a":[1]}'],
    ['["a","b"]', '["c","d"]', '["c","d"]'],
    ['{"a":"b"}', '["c"]', '["c"]'],
    ['{"a":"foo"}', "null", "null"],
    ['{"a":"foo"}', '"bar"', '"bar"'],
    ['{"e":null}', '{"a":1}', '{"e":null,"a":1}'],
    ["[1,2]", '{"a":"b","c":null}', '{"a":"b"}'],
    ["{}", '{"a":{"bb":{"ccc":null}}}', '{"a":{"bb":{}}}'],
    ["{}", '{"__proto__":{"a":1}}', '{"__proto__":{"a":1}}'],
  ])("%s patched with %s is %s", (target, patch, result) => {
    expect(JSON.stringify(mergePatch(JSON.parse(target), JSON.parse(patch)))).toBe(result);
  });
});

test("its schema accepts absent and null members of objects, and rejects what the original schema rejects", () => {
  const schema = mergePatchOf(
    z.strictObject({
      size: z.strictObject({ value: z.number().positive(), unit: z.enum(["g", "kg"]).default("g") }),
      names: z.record(z.string().max(3), z.strictObject({ short: z.string() })),
      tags: z.array(z.string()),
    }),
  );
  for (const patch of [
    {},
    { size: { value: 2 } },
    { size: null, tags: ["a"] },
    { size: { unit: null }, names: { a: null, b: { short: null } } },
  ])
    expect(schema.parse(patch)).toEqual(patch);
  for (const patch of [
    { size: { value: -1 } },
    { size: { valeu: 1 } },
    { names: { long: {} } },
    { tags: [null] },
    { tags: { 0: "a" } },
  ])
    expect(schema.safeParse(patch).success).toBe(false);
});

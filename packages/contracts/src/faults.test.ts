import { describe, expect, test } from "@jest/globals";
import { z } from "zod";
import { faultsOf, pointerOf } from "./faults.js";
import { parseBounded } from "./parse-bounded.js";

function faultsFor(schema: z.ZodType, value: unknown, faultsMax?: number) {
  const parsed = schema.safeParse(value);
  return parsed.error ? faultsOf(parsed.error, schema, faultsMax) : [];
}

test("a query string that is not an integer gets the schema's own message, and is not reported as missing", () => {
  const limit = z.coerce.number({ error: "must be a whole number" }).int("must be a whole number");
  for (const given of ["1.5", "x"])
    expect(faultsFor(limit, given)).toMatchObject([{ message: "must be a whole number" }]);
});

test("a pointer escapes tilde and slash as RFC 6901 says, the tilde first", () => {
  expect(pointerOf(["a/b", "m~n", "~1", 0, ""])).toBe("/a~1b/m~0n/~01/0/");
  expect(pointerOf([])).toBe("");
});

test("a missing choice is required, not one that is not allowed, if the parse reports its input", () => {
  const schema = z.strictObject({ unit: z.enum(["g", "kg"]) });
  const codesOf = (value: unknown) => {
    const { error } = schema.safeParse(value, { reportInput: true });
    return error && faultsOf(error, schema).map(({ pointer, code }) => [pointer, code]);
  };
  expect(codesOf({})).toEqual([["/unit", "required"]]);
  expect(codesOf({ unit: null })).toEqual([["/unit", "not_allowed"]]);
});

test("only an optional member that is empty is to be left out", () => {
  const inner = z.strictObject({ must: z.string().min(1), may: z.string().min(1).optional() });
  const schema = z.strictObject({ list: z.array(inner) });
  const messages = faultsFor(schema, { list: [{ must: "", may: "" }] }).map(({ message }) => message);
  expect(messages).toEqual(["must not be empty", "must not be empty; leave the field out for no value"]);
});

test("fields of responses are read-only in a body", () => {
  const schema = z.strictObject({ sku: z.string(), price_amount: z.number().optional() });
  const messages = faultsFor(schema, { sku: "A", updated_at: "x", price: "1" }).map(({ message }) => message);
  expect(messages).toEqual(["is read-only; leave it out", "is not a known field; did you mean price_amount?"]);
});

describe("faults", () => {
  const schema = z.strictObject({
    name: z.string().min(2).max(4),
    size: z.int().min(1).max(9),
    kind: z.enum(["a", "b"]),
    list: z.array(z.strictObject({ colour: z.string() })).max(1),
    map: z.record(z.string().max(2), z.strictObject({ weight: z.number() })),
    at: z.iso.datetime(),
    day: z.iso.date(),
    choice: z.union([z.string(), z.number()], { error: "must be text or a number" }),
    any: z.union([z.string(), z.strictObject({ deep: z.boolean() })]),
    tagged: z.discriminatedUnion("type", [z.strictObject({ type: z.literal("x"), n: z.number() })]),
  });
  const good = {
    name: "abc",
    size: 1,
    kind: "a",
    list: [],
    map: {},
    at: "2026-01-01T00:00:00Z",
    day: "2026-01-01",
    choice: 1,
    any: "x",
    tagged: { type: "x", n: 1 },
  };

  test("a good value has none", () => expect(faultsFor(schema, good)).toEqual([]));

  test.each([
    [{ name: undefined }, "/name", "required", /^is required \(string\)$/],
    [{ name: 7 }, "/name", "invalid_type", "must be a string, not number"],
    [{ name: null }, "/name", "invalid_type", "must be a string, not null"],
    [{ name: "a" }, "/name", "too_small", "must have at least 2 characters"],
    [{ name: "abcde" }, "/name", "too_long", "must have at most 4 characters"],
    [{ size: 1.5 }, "/size", "invalid_type", "must be an integer, not number"],
    [{ size: 0 }, "/size", "too_small", "must be at least 1"],
    [{ size: 1e300 }, "/size", "too_big", "must be at most 9"],
    [{ kind: "c" }, "/kind", "not_allowed", "must be one of: a, b"],
    [{ list: [{ colour: "r" }, { colour: "g" }] }, "/list", "too_big", "must have at most 1 entries"],
    [
      { list: [{ colour: "r", color: "g" }] },
      "/list/0/color",
      "unknown_field",
      "is not a known field; did you mean colour?",
    ],
    [
      { map: { ab: { wieght: 1, weight: 1 } } },
      "/map/ab/wieght",
      "unknown_field",
      "is not a known field; did you mean weight?",
    ],
    [{ map: { abc: { weight: 1 } } }, "/map/abc", "not_allowed", /^the key /],
    [{ at: "noon" }, "/at", "invalid", "must be an RFC 3339 date-time such as 2026-12-01T00:00:00Z"],
    [{ day: "2026-02-30" }, "/day", "invalid", "must be a date such as 2026-12-01"],
    [{ choice: true }, "/choice", "invalid", "must be text or a number"],
    [{ any: { deep: 1 } }, "/any/deep", "invalid_type", "must be a boolean, not number"],
    [{ tagged: { type: "y" } }, "/tagged/type", "not_allowed", "must be one of: x"],
  ])("%j is reported once, with pointer, code and what is allowed", (change, pointer, code, message) => {
    const faults = faultsFor(schema, { ...good, ...change });
    expect(faults).toContainEqual({ pointer, code, message: expect.stringMatching(message) });
    expect(faults.filter((fault) => fault.pointer === pointer && fault.code === code)).toHaveLength(1);
  });

  test("a string that is not a number gets its schema's message, and is not reported as missing", () => {
    const query = z.object({ percent: z.coerce.number({ error: "must be a number such as 5" }) });
    const fault = { pointer: "/percent", code: "invalid_type", message: "must be a number such as 5" };
    expect(faultsFor(query, { percent: "many" })).toEqual([fault]);
  });

  test("an unknown name that resembles no known one gets no suggestion", () => {
    expect(faultsFor(schema, { ...good, zzzzzzzz: 1 })).toEqual([
      { pointer: "/zzzzzzzz", code: "unknown_field", message: "is not a known field" },
    ]);
  });

  test("all errors are reported at once, up to the requested number", () => {
    const bad = { ...good, name: 1, size: "x", "a/b": 1 };
    expect(
      faultsFor(schema, bad)
        .map(({ pointer }) => pointer)
        .sort(),
    ).toEqual(["/a~1b", "/name", "/size"]);
    expect(faultsFor(schema, bad, 2)).toHaveLength(2);
  });

  test("an integer that is too large for its field and for all integers gets the bound of the field", () => {
    const schema = z.strictObject({ count: z.int().min(0).max(10) });
    const messageOf = (count: number) =>
      faultsOf(schema.safeParse({ count }).error ?? { issues: [] }, schema).map(({ message }) => message);
    expect(messageOf(1e20)).toEqual(["must be at most 10"]);
    expect(messageOf(-1e20)).toEqual(["must be at least 0"]);
  });

  test("sixty thousand unknown fields cost no more than a hundred, and a long name is shortened", () => {
    const fields = Object.fromEntries(Array.from({ length: 60_000 }, (_, i) => [`z${i}`, 1]));
    const before = process.cpuUsage();
    expect(faultsFor(schema, { ...good, ...fields })).toHaveLength(100);
    expect(process.cpuUsage(before).user).toBeLessThan(5_000_000);
    expect(faultsFor(schema, { ...good, ["k".repeat(900_000)]: 1 })[0]?.pointer.length).toBeLessThan(200);
  });

  test("a hostile body causes at most a hundred errors", () => {
    expect(
      faultsFor(
        z.array(z.string()),
        Array.from({ length: 5_000 }, () => 1),
      ),
    ).toHaveLength(100);
  });
});

test("a value of a type that no branch of a union has names the types of all of them", () => {
  const scalar = z.union([z.string(), z.number(), z.boolean()]);
  const schema = z.strictObject({ value: z.union([scalar, z.array(scalar)]) });
  const messageOf = (value: unknown) => {
    const { error } = schema.safeParse({ value }, { reportInput: true });
    return error && faultsOf(error, schema).map(({ pointer, code, message }) => `${pointer} ${code} ${message}`);
  };
  const all = "a string, a number, a boolean or an array";
  expect(messageOf({})).toEqual([`/value invalid_type must be ${all}, not object`]);
  expect(messageOf(null)).toEqual([`/value invalid_type must be ${all}, not null`]);
  expect(messageOf([1, null])).toEqual(["/value/1 invalid_type must be a string, a number or a boolean, not null"]);
  expect(messageOf(undefined)).toEqual([expect.stringMatching(/^\/value required/)]);
});

test("a time whose plus sign became a space is explained", () => {
  const time = z.object({ at: z.iso.datetime({ offset: true }) });
  const parsed = parseBounded(time, { at: "2026-12-01T00:00:00 01:00" });
  const [fault] = parsed.success ? [] : faultsOf(parsed.error, time);
  expect(fault?.message).toMatch(/^must be an RFC 3339 date-time .*; in a query, write \+ as %2B$/);
});

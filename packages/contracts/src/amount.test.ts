import { describe, expect, test } from "@jest/globals";
import { z } from "zod";
import { amountOf } from "./amount.js";
import { faultsOf } from "./faults.js";

const schema = amountOf(z.number().min(0).max(1_000_000));
const outcomeOf = (value: unknown): unknown => {
  const parsed = schema.safeParse(value, { reportInput: true });
  return parsed.success
    ? parsed.data
    : faultsOf(parsed.error, schema).map(({ code, message }) => `${code} ${message}`)[0];
};

describe("an amount", () => {
  test.each([
    [19.9, 19.9],
    ["19.90", 19.9],
    [" 0.000 ", 0],
    ["1000000", 1_000_000],
    ["123456.789", 123456.789],
  ])("%j is read as %j", (given, read) => expect(outcomeOf(given)).toBe(read));

  test.each([
    ["19,90", /^invalid must be a plain decimal number, such as 19.9 or the string "19.90"$/],
    ["", /^invalid must be a plain decimal/],
    ["1e3", /^invalid must be a plain decimal/],
    ["0x10", /^invalid must be a plain decimal/],
    ["19.90 USD", /^invalid must be a plain decimal/],
    ["19.900000000000000001", /^inexact_number has more digits/],
    ["-1", /^too_small/],
    [-1, /^too_small/],
    ["1000000.01", /^too_big/],
    [true, /^invalid_type must be a number or a string, not boolean$/],
  ])("%j is rejected with what is allowed", (given, fault) => expect(outcomeOf(given)).toMatch(fault));
});

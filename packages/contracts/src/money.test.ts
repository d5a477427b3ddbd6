import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { CURRENCY_DECIMALS } from "./codes/currencies.js";
import { formatMoney, moneyOf, priceText } from "./money.js";

const minorOf = (amount: number, currency: string): bigint => {
  const result = moneyOf(amount, currency);
  if (!result.ok) throw new Error(`${amount} ${currency}: ${result.code}`);
  return result.money.minor;
};
const codeOf = (amount: number, currency: string): string => {
  const result = moneyOf(amount, currency);
  return result.ok ? "ok" : result.code;
};

/** The amount that a client sends for a number of minor units, converted through decimal text. */
const amountOf = (minor: number, decimals: number): number => {
  const digits = String(minor).padStart(decimals + 1, "0");
  return Number(decimals === 0 ? digits : `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`);
};

describe("money is exact", () => {
  test("every amount from 0.00 to 199,999.99 is parsed exactly and printed as it was written", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 19_999_999 }), (cents) => {
        const amount = amountOf(cents, 2);
        const written = `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, "0")} USD`;
        expect(minorOf(amount, "USD")).toBe(BigInt(cents));
        expect(priceText(amount, "USD")).toBe(written);
        expect(formatMoney({ minor: BigInt(cents), currency: "USD" })).toBe(written);
      }),
      { numRuns: 20_000 },
    );
  });

  test("every amount with up to ten digits and the currency's decimals is exact, in every currency", () => {
    const currency = fc.constantFrom(...CURRENCY_DECIMALS.keys());
    fc.assert(
      fc.property(currency, fc.integer({ min: 0, max: 99_999_999_999_999 }), (code, digits) => {
        const decimals = CURRENCY_DECIMALS.get(code) ?? 2;
        const minor = digits % 10 ** (10 + decimals);
        const amount = amountOf(minor, decimals);
        expect(minorOf(amount, code)).toBe(BigInt(minor));
        expect(priceText(amount, code)).toBe(formatMoney({ minor: BigInt(minor), currency: code }));
        expect(priceText(amount, code)).not.toMatch(/e/);
      }),
      { numRuns: 5_000 },
    );
  });

  test.each([
    [4.35, 435n],
    [19.99, 1999n],
    [79.9, 7990n],
    [0.07, 7n],
    [1e2, 10_000n],
    [-0, 0n],
    [9_999_999_999.99, 999_999_999_999n],
  ])("%d USD, for which multiplication by 100 is inexact or the notation is unusual, is %s cents", (amount, minor) => {
    expect(minorOf(amount, "USD")).toBe(minor);
  });

  test.each([
    [1.005, "USD", "too_many_decimals"],
    [0.1 + 0.2, "USD", "too_many_decimals"],
    [1.5, "JPY", "too_many_decimals"],
    [1.2345, "KWD", "too_many_decimals"],
    [1.23456, "CLF", "too_many_decimals"],
    [1e21, "USD", "too_big"],
    [1e-7, "USD", "too_many_decimals"],
    [Number.NEGATIVE_INFINITY, "USD", "invalid_amount"],
    [-1, "USD", "invalid_amount"],
    [Number.NaN, "USD", "invalid_amount"],
    [Number.POSITIVE_INFINITY, "USD", "invalid_amount"],
    [Number("9007199254740993"), "USD", "too_big"],
    [10_000_000_000, "USD", "too_big"],
    [1, "XAU", "not_allowed"],
    [1, "usd", "not_allowed"],
  ])("%d %s is rejected as %s and never rounded", (amount, currency, code) => {
    expect(codeOf(amount, currency)).toBe(code);
  });

  test.each([
    [19.999, "USD", "20.00"],
    [0.001, "USD", "0.01"],
    [1e-7, "USD", "0.01"],
    [0.4, "JPY", "1"],
    [0.0001, "KWD", "0.001"],
    [9_999_999_999.999, "USD", "9999999999.99"],
    [9_999_999_999.5, "JPY", "9999999999"],
  ])("the error for %d %s names an amount that is accepted and not zero: %s", (amount, currency, named) => {
    const result = moneyOf(amount, currency);
    expect(result).toMatchObject({ code: "too_many_decimals", message: expect.stringContaining(`such as "${named}"`) });
    expect(moneyOf(Number(named), currency).ok).toBe(true);
  });

  test.each([
    [500, "JPY", "500 JPY"],
    [0, "JPY", "0 JPY"],
    [1.25, "BHD", "1.250 BHD"],
    [0.5, "KWD", "0.500 KWD"],
    [1.2345, "CLF", "1.2345 CLF"],
    [0.05, "USD", "0.05 USD"],
    [79.9, "USD", "79.90 USD"],
    [1, "USD", "1.00 USD"],
    [9_999_999_999, "USD", "9999999999.00 USD"],
  ])("%d %s is printed with the currency's decimals: %s", (amount, currency, text) => {
    expect(priceText(amount, currency)).toBe(text);
  });
});

test("the currencies are the 165 active ones of ISO 4217, without metals, funds of the IMF and test codes", () => {
  const count = (decimals: number) => [...CURRENCY_DECIMALS.values()].filter((value) => value === decimals).length;
  expect([count(0), count(2), count(3), count(4)]).toEqual([17, 139, 7, 2]);
  for (const code of "XAG XAU XBA XBB XBC XBD XDR XPD XPT XSU XTS XUA XXX".split(" ")) {
    expect(CURRENCY_DECIMALS.has(code)).toBe(false);
  }
});

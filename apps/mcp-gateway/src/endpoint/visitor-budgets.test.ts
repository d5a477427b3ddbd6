import { IncomingMessage, ServerResponse } from "node:http";
import { Socket } from "node:net";
import { expect, test } from "@jest/globals";
import { LIMITS } from "@skucast/contracts/limits";
import { createVisitorBudgets } from "./visitor-budgets.js";

const newResponse = () => new ServerResponse(new IncomingMessage(new Socket()));
const PER_MINUTE = LIMITS.publicAssuredRequestsPerMinute;
const spender = (budgets: { perAddress: number; pooled: number }) => {
  // The clock is fixed, because budgets would grow during a slow test.
  const spend = createVisitorBudgets({ ...budgets, nowMs: () => 0 });
  return (ip: string) => {
    try {
      spend({ res: newResponse(), ip });
      return "admitted";
    } catch (error) {
      return (error as { code: string }).code;
    }
  };
};

test("each address has its own budget", () => {
  const spend = spender({ perAddress: 1, pooled: 100 });
  expect([spend("192.0.2.1"), spend("192.0.2.1"), spend("192.0.2.2")]).toEqual([
    "admitted",
    "rate_limited",
    "admitted",
  ]);
});

test("an IPv6 subscriber has one budget for all its addresses", () => {
  const spend = spender({ perAddress: 1, pooled: 100 });
  expect([spend("2001:db8::1"), spend("2001:db8:0:0:9::2"), spend("2001:db8:0:1::1")]).toEqual([
    "admitted",
    "rate_limited",
    "admitted",
  ]);
});

test("clients behind shared addresses of a host share a larger budget", () => {
  const spend = spender({ perAddress: 1, pooled: 4 });
  expect([spend("160.79.104.9"), spend("160.79.111.9"), spend("160.79.104.9")]).toEqual([
    "admitted",
    "admitted",
    "admitted",
  ]);
  expect(spend("2607:6bc0::1")).toBe("rate_limited");
});

test("the total budget: half for all, a quarter for the first requests of addresses", () => {
  const spend = spender({ perAddress: 100, pooled: 16 });
  const answers = Array.from({ length: 20 }, (_, n) => spend(`192.0.2.${n}`));
  expect(answers.filter((answer) => answer === "admitted")).toHaveLength(8 + 4);
  expect(new Set(answers.slice(12))).toEqual(new Set(["unavailable"]));
});

test("twenty addresses that use all their budget cannot lock out a new one, nor more than one of a hundred", () => {
  const spend = spender({ perAddress: LIMITS.publicRequestsPerMinute, pooled: LIMITS.publicPoolRequestsPerMinute });
  for (let n = 0; n < 20 * LIMITS.publicRequestsPerMinute; n += 1) spend(`192.0.2.${n % 20}`);
  expect(spend("192.0.2.1")).toBe("rate_limited");
  for (let address = 100; address < 180; address += 1) {
    const answers = Array.from({ length: PER_MINUTE }, () => spend(`192.0.2.${address}`));
    expect([address, answers.filter((answer) => answer === "admitted").length]).toEqual([address, PER_MINUTE]);
  }
});

test("addresses that use all their budget leave the part reserved for hosted clients", () => {
  const spend = spender({ perAddress: 100, pooled: 40 });
  for (let n = 0; n < 1_000; n += 1) spend(`198.51.100.${n % 200}`);
  const answers = Array.from({ length: 11 }, () => spend("160.79.104.9"));
  expect(answers).toEqual([...Array(10).fill("admitted"), "unavailable"]);
});

test("an address that exceeds its budget costs the others nothing", () => {
  const spend = spender({ perAddress: 2, pooled: 4 });
  const answers = Array.from({ length: 10_000 }, () => spend("192.0.2.1"));
  expect(answers.filter((answer) => answer !== "rate_limited")).toEqual(["admitted", "admitted"]);
  expect([spend("192.0.2.2"), spend("192.0.2.3")]).toEqual(["admitted", "unavailable"]);
});

test("IPv4 addresses that are mapped into IPv6 have separate budgets", () => {
  const spend = spender({ perAddress: 1, pooled: 100 });
  expect([spend("::ffff:192.0.2.1"), spend("::ffff:192.0.2.2")]).toEqual(["admitted", "admitted"]);
  expect(spend("192.0.2.1")).toBe("rate_limited");
});

import { IncomingMessage, ServerResponse } from "node:http";
import { Socket } from "node:net";
import { expect, test } from "@jest/globals";
import { LIMITS } from "@skucast/contracts/limits";
import { networkOf, visitorBudgets } from "./visitor-budgets.js";

const newResponse = () => new ServerResponse(new IncomingMessage(new Socket()));
const PER_MINUTE = LIMITS.publicAssuredRequestsPerMinute;
const spender = (budgets: { perAddress: number; pooled: number }) => {
  // Its clock stands: on a slow machine budgets would grow meanwhile.
  const spend = visitorBudgets({ ...budgets, nowMs: () => 0 });
  return (ip: string) => {
    try {
      spend({ res: newResponse(), ip });
      return "let in";
    } catch (error) {
      return (error as { code: string }).code;
    }
  };
};

test("each address has its own budget", () => {
  const spend = spender({ perAddress: 1, pooled: 100 });
  expect([spend("192.0.2.1"), spend("192.0.2.1"), spend("192.0.2.2")]).toEqual(["let in", "rate_limited", "let in"]);
});

test("an IPv6 subscriber has one budget, however many addresses", () => {
  const spend = spender({ perAddress: 1, pooled: 100 });
  expect([spend("2001:db8::1"), spend("2001:db8:0:0:9::2"), spend("2001:db8:0:1::1")]).toEqual([
    "let in",
    "rate_limited",
    "let in",
  ]);
});

test("those behind a host's shared addresses share a larger budget", () => {
  const spend = spender({ perAddress: 1, pooled: 4 });
  expect([spend("160.79.104.9"), spend("160.79.111.9"), spend("160.79.104.9")]).toEqual(["let in", "let in", "let in"]);
  expect(spend("2607:6bc0::1")).toBe("rate_limited");
});

test("all together have a budget, too: half of it for whoever comes, a quarter for the first requests of addresses", () => {
  const spend = spender({ perAddress: 100, pooled: 16 });
  const answers = Array.from({ length: 20 }, (_, n) => spend(`192.0.2.${n}`));
  expect(answers.filter((answer) => answer === "let in")).toHaveLength(8 + 4);
  expect(new Set(answers.slice(12))).toEqual(new Set(["unavailable"]));
});

test("twenty addresses that ask all they may keep no new one out, nor any but one of a hundred", () => {
  const spend = spender({ perAddress: LIMITS.publicRequestsPerMinute, pooled: LIMITS.publicPoolRequestsPerMinute });
  for (let n = 0; n < 20 * LIMITS.publicRequestsPerMinute; n += 1) spend(`192.0.2.${n % 20}`);
  expect(spend("192.0.2.1")).toBe("rate_limited");
  for (let address = 100; address < 180; address += 1) {
    const answers = Array.from({ length: PER_MINUTE }, () => spend(`192.0.2.${address}`));
    expect([address, answers.filter((answer) => answer === "let in").length]).toEqual([address, PER_MINUTE]);
  }
});

test("addresses that ask all they may take nothing of what is kept for hosted clients", () => {
  const spend = spender({ perAddress: 100, pooled: 40 });
  for (let n = 0; n < 1_000; n += 1) spend(`198.51.100.${n % 200}`);
  const answers = Array.from({ length: 11 }, () => spend("160.79.104.9"));
  expect(answers).toEqual([...Array(10).fill("let in"), "unavailable"]);
});

test("an address that goes on beyond its budget takes nothing from the others", () => {
  const spend = spender({ perAddress: 2, pooled: 4 });
  const answers = Array.from({ length: 10_000 }, () => spend("192.0.2.1"));
  expect(answers.filter((answer) => answer !== "rate_limited")).toEqual(["let in", "let in"]);
  expect([spend("192.0.2.2"), spend("192.0.2.3")]).toEqual(["let in", "unavailable"]);
});

test.each([
  ["2001:db8::1", "2001:db8:0:0"],
  ["::1", "0:0:0:0"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2"],
  ["192.0.2.1", "192.0.2.1"],
])("%s is of the network %s", (ip, network) => {
  expect(networkOf(ip)).toBe(network);
});

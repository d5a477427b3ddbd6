import { IncomingMessage, ServerResponse } from "node:http";
import { Socket } from "node:net";
import { expect, test } from "@jest/globals";
import { networkOf, visitorBudgets } from "./visitor-budgets.js";

const newResponse = () => new ServerResponse(new IncomingMessage(new Socket()));
const spender = (budgets: { perAddress: number; pooled: number }) => {
  const spend = visitorBudgets(budgets);
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
    ...["let in", "rate_limited", "let in"],
  ]);
});

test("those behind a host's shared addresses share a larger budget", () => {
  const spend = spender({ perAddress: 1, pooled: 3 });
  expect([spend("160.79.104.9"), spend("160.79.111.9"), spend("160.79.104.9")]).toEqual(["let in", "let in", "let in"]);
  expect(spend("2607:6bc0::1")).toBe("rate_limited");
});

test("all together have a budget, too", () => {
  const spend = spender({ perAddress: 5, pooled: 2 });
  expect([spend("192.0.2.1"), spend("192.0.2.2"), spend("192.0.2.3")]).toEqual(["let in", "let in", "unavailable"]);
});

test("an address that goes on beyond its budget takes nothing from the others", () => {
  const spend = spender({ perAddress: 2, pooled: 4 });
  const answers = Array.from({ length: 10_000 }, () => spend("192.0.2.1"));
  expect(answers.filter((answer) => answer !== "rate_limited")).toEqual(["let in", "let in"]);
  expect([spend("192.0.2.2"), spend("192.0.2.2"), spend("192.0.2.3")]).toEqual(["let in", "let in", "unavailable"]);
});

test.each([
  ["2001:db8::1", "2001:db8:0:0"],
  ["::1", "0:0:0:0"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2"],
  ["192.0.2.1", "192.0.2.1"],
])("%s is of the network %s", (ip, network) => {
  expect(networkOf(ip)).toBe(network);
});

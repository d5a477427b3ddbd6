import { IncomingMessage, ServerResponse } from "node:http";
import { Socket } from "node:net";
import { afterEach, beforeEach, expect, jest, test } from "@jest/globals";
import { LIMITS } from "@skucast/contracts/limits";
import { createOpenVisits } from "./open-visits.js";

const newResponse = () => new ServerResponse(new IncomingMessage(new Socket()));

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

/** Opens requests that stay open, and tells how each was met. */
function visitors() {
  const hold = createOpenVisits();
  return (ip: string, count: number): string[] =>
    Array.from({ length: count }, () => {
      try {
        hold(ip, newResponse());
        return "let in";
      } catch (error) {
        return (error as { code: string }).code;
      }
    });
}

test("an address has so many requests open at once and no more", () => {
  const visit = visitors();
  const answers = visit("192.0.2.1", LIMITS.publicOpenPerAddress + 1);
  expect(answers.filter((answer) => answer === "let in")).toHaveLength(LIMITS.publicOpenPerAddress);
  expect(answers.at(-1)).toBe("rate_limited");
});

test("twenty addresses that hold all they may keep no new one out, nor all together more than there is room for", () => {
  const visit = visitors();
  for (let address = 0; address < 20; address += 1) visit(`192.0.2.${address}`, LIMITS.publicOpenPerAddress);
  const assured = LIMITS.publicAssuredOpenPerAddress;
  for (let address = 100; address < 130; address += 1) {
    const answers = visit(`192.0.2.${address}`, assured + 1);
    expect([address, answers]).toEqual([address, [...Array(assured).fill("let in"), "unavailable"]]);
  }
  const many = Array.from({ length: 100 }, (_, n) => visit(`198.51.100.${n}`, 1)[0]);
  expect(many.at(-1)).toBe("unavailable");
});

test("a place is given back when its request is closed", () => {
  const hold = createOpenVisits();
  for (let n = 0; n < 10 * LIMITS.publicOpenMax; n += 1) {
    const res = newResponse();
    hold("192.0.2.1", res);
    res.emit("close");
  }
});

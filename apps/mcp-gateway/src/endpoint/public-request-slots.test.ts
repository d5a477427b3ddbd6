import { IncomingMessage, ServerResponse } from "node:http";
import { Socket } from "node:net";
import { afterEach, beforeEach, expect, jest, test } from "@jest/globals";
import { LIMITS } from "@skucast/contracts/limits";
import { createPublicRequestSlots } from "./public-request-slots.js";

const newResponse = () => new ServerResponse(new IncomingMessage(new Socket()));

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

/** Opens requests that stay open, and reports the outcome of each. */
function visitors() {
  const hold = createPublicRequestSlots();
  return (ip: string, count: number): string[] =>
    Array.from({ length: count }, () => {
      try {
        hold(ip, newResponse());
        return "admitted";
      } catch (error) {
        return (error as { code: string }).code;
      }
    });
}

test("the number of open requests is limited per address", () => {
  const visit = visitors();
  const answers = visit("192.0.2.1", LIMITS.publicOpenPerAddress + 1);
  expect(answers.filter((answer) => answer === "admitted")).toHaveLength(LIMITS.publicOpenPerAddress);
  expect(answers.at(-1)).toBe("rate_limited");
});

test("twenty addresses with all their requests open cannot lock out a new one, nor exceed the total limit", () => {
  const visit = visitors();
  for (let address = 0; address < 20; address += 1) visit(`192.0.2.${address}`, LIMITS.publicOpenPerAddress);
  const assured = LIMITS.publicAssuredOpenPerAddress;
  for (let address = 100; address < 130; address += 1) {
    const answers = visit(`192.0.2.${address}`, assured + 1);
    expect([address, answers]).toEqual([address, [...Array(assured).fill("admitted"), "unavailable"]]);
  }
  const many = Array.from({ length: 100 }, (_, n) => visit(`198.51.100.${n}`, 1)[0]);
  expect(many.at(-1)).toBe("unavailable");
});

test("a slot is released when its request closes", () => {
  const hold = createPublicRequestSlots();
  for (let n = 0; n < 10 * LIMITS.publicOpenMax; n += 1) {
    const res = newResponse();
    hold("192.0.2.1", res);
    res.emit("close");
  }
});

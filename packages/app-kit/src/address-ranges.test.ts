import { expect, test } from "@jest/globals";
import { addressRanges } from "./address-ranges.js";

test.each(["", "127.0.0.1", "10.0.0.0/8, fd00::/8", "10.0.0.8:2222"])("%p is a list of ranges", (given) => {
  expect(addressRanges().parse(given)).toBe(given);
});

test.each(["foo", "10.0.0.0/99", "127.0.0.0/8:80"])("%p is rejected with an error that does not show it", (given) => {
  const [fault] = addressRanges().safeParse(given).error?.issues ?? [];
  expect(fault?.message).toContain("must be IP ranges such as 10.0.0.0/8");
  expect(fault?.message).not.toContain(given);
});

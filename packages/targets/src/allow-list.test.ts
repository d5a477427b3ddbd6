import { expect, test } from "@jest/globals";
import { parseAddress } from "./address-policy.js";
import { parseAllowList } from "./allow-list.js";

const has = (list: string, text: string) => {
  const address = parseAddress(text);
  return address !== undefined && parseAllowList(list).has(address);
};

test("an empty list allows nothing", () => {
  expect(has("", "127.0.0.1")).toBe(false);
  expect(has(" , ", "127.0.0.1")).toBe(false);
});

test("ranges and single addresses of both families are matched", () => {
  expect(has("10.0.0.0/8", "10.200.0.1")).toBe(true);
  expect(has("10.0.0.0/8", "11.0.0.1")).toBe(false);
  expect(has("127.0.0.1", "127.0.0.2")).toBe(false);
  expect(has("fd00::/8,::1", "::1")).toBe(true);
  expect(has("fd00::/8", "fd12::1")).toBe(true);
  expect(has("0.0.0.0/0", "::1")).toBe(false);
});

test.each([
  "10.0.0.0/33",
  "10.0.0.0/",
  "10.0.0",
  "localhost",
  "fd00::/129",
  "10.0.0.0/8/8",
  "fe80::1%eth0",
  "1.2.3.4 5.6.7.8",
])("names the invalid entry %s", (entry) => {
  expect(() => parseAllowList(`127.0.0.1, ${entry}`)).toThrow(`"${entry}" is not an IP range`);
});

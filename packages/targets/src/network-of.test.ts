import { expect, test } from "@jest/globals";
import { networkOf } from "./network-of.js";

test("an IPv4 address is its own network, also when it is mapped to IPv6", () => {
  expect(networkOf("203.0.113.7")).toBe("203.0.113.7");
  expect(networkOf("::ffff:203.0.113.7")).toBe("203.0.113.7");
});

test("all addresses of an IPv6 /64 are one network, and those of the next another", () => {
  expect(networkOf("2001:db8:1:2:aaaa::1")).toBe("2001:db8:1:2::/64");
  expect(networkOf("2001:db8:1:2::ffff")).toBe(networkOf("2001:db8:1:2:aaaa::1"));
  expect(networkOf("2001:db8:1:3::1")).not.toBe(networkOf("2001:db8:1:2::1"));
});

test("the interface that an address was seen on does not matter", () => {
  expect(networkOf("fe80::1%eth0")).toBe("fe80::/64");
  expect(networkOf("2001:DB8:0001:2::%1")).toBe("2001:db8:1:2::/64");
  expect(networkOf("::1")).toBe("::/64");
});

test("all invalid addresses are one network", () => {
  expect([networkOf(undefined), networkOf(""), networkOf("fe80::1%eth0x|")]).toEqual(["unknown", "unknown", "unknown"]);
});

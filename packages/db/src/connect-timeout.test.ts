import { expect, test } from "@jest/globals";
import { connectTimeoutMs } from "./connect-timeout.js";

const URL_BASE = "postgresql://skucast:secret@db.example:5432/skucast";

test.each([
  ["five seconds without the parameter", URL_BASE, 5_000],
  ["the seconds of connect_timeout", `${URL_BASE}?sslmode=require&connect_timeout=60`, 60_000],
  ["five seconds for a connection string that is not a URL", "/var/run/postgresql skucast", 5_000],
])("a request waits %s", (_title, url, expected) => expect(connectTimeoutMs(url)).toBe(expected));

test.each(["", "0", "-1", "1.5", "ten", "1000"])("connect_timeout=%s is rejected with the allowed values", (value) => {
  expect(() => connectTimeoutMs(`${URL_BASE}?connect_timeout=${value}`)).toThrow("from 1 to 999");
});

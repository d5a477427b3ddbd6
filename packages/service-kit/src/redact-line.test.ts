import { expect, test } from "@jest/globals";
import { redactLine } from "./redact-line.js";

const HOSTILE = [
  `://${":".repeat(500_000)}`,
  "://".repeat(200_000),
  "eyJ".repeat(200_000),
  "token".repeat(200_000),
  "skc_sk_".repeat(100_000),
  "-----BEGIN PRIVATE KEY-----".repeat(20_000),
  'password\\\\\\":'.repeat(50_000),
  "postgres://a:".repeat(50_000),
  "%3a%2f%2f".repeat(100_000),
  "bearer ".repeat(100_000),
  `basic ${"a".repeat(500_000)}`,
];

test.each(HOSTILE.map((text) => [text.slice(0, 16), text] as const))(
  "a hostile string costs little time: %s",
  (_start, text) => {
    const startedAt = process.cpuUsage();
    redactLine(`${JSON.stringify({ msg: text })}\n`);
    const { user } = process.cpuUsage(startedAt);
    expect(user / 1_000).toBeLessThan(5_000);
  },
);

test("a line without anything suspicious is returned unchanged", () => {
  const line = '{"level":"info",  "msg":"the spaces show that it was not rewritten"}\n';
  expect(redactLine(line)).toBe(line);
});

test("a line that is not JSON is dropped rather than shown", () => {
  expect(redactLine('{"token":"CANARY"\n')).not.toContain("CANARY");
});

test("what is nested too deep is not shown", () => {
  let nested: unknown = "CANARY";
  for (let depth = 0; depth < 20; depth += 1) nested = { nested };
  expect(redactLine(JSON.stringify({ token: 1, nested }))).not.toContain("CANARY");
});

import { createHash, randomBytes } from "node:crypto";
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, test } from "@jest/globals";
import { startUnruly, type UnrulyServer } from "@skucast/testkit/partner-servers/start-unruly";
import type { UnrulyOptions } from "@skucast/testkit/partner-servers/unruly-options";
import { loopbackGuard, targetOf } from "./testing/push-for-test.js";
import { verifyTarget } from "./verify-target.js";

const CONTENT = randomBytes(2_500_000);
const NAMES = ["a.csv", "b.csv", "c.csv", "d.csv", "e.csv"];
const FILES = NAMES.map((name) => ({
  name,
  bytes: CONTENT.length,
  sha256: createHash("sha256").update(CONTENT).digest("hex"),
}));

let server: UnrulyServer;
afterEach(() => server.stop());

const pathOf = (name: string) => join(server.folder, name);
const start = async (behavior: UnrulyOptions = {}) => {
  server = await startUnruly(behavior);
  for (const name of NAMES) writeFileSync(pathOf(name), CONTENT);
};
const verify = async (signal = AbortSignal.timeout(240_000)) => {
  const options = { guard: loopbackGuard, signal, stallTimeoutMs: 60_000 };
  return verifyTarget(targetOf(server), options, { folder: ".", files: FILES });
};
const statuses = async (...args: Parameters<typeof verify>) => (await verify(...args)).map(({ status }) => status);

test("files are compared by size and content", async () => {
  await start();
  const changed = Buffer.from(CONTENT);
  changed[2_400_000] = (changed[2_400_000] ?? 0) ^ 1;
  writeFileSync(pathOf("b.csv"), changed);
  writeFileSync(pathOf("c.csv"), CONTENT.subarray(1));
  writeFileSync(pathOf("d.csv"), Buffer.concat([CONTENT, Buffer.from("x")]));
  rmSync(pathOf("e.csv"));
  expect(await statuses()).toEqual(["equal", "different", "different", "different", "missing"]);
  expect(server.records.acts).toEqual([]);
});

test("a host that does not allow reading is not compared, and one that hides sizes is", async () => {
  await start({ noReading: true });
  expect(await statuses()).toEqual(NAMES.map(() => "not_compared"));
  await server.stop();
  await start({ noStat: true });
  writeFileSync(pathOf("b.csv"), CONTENT.subarray(1));
  expect(await statuses()).toEqual(["equal", "different", "equal", "equal", "equal"]);
});

test("a time limit that is reached before the login is reported as a failure", async () => {
  await start();
  await expect(verify(AbortSignal.abort())).rejects.toMatchObject({ code: "stalled" });
});

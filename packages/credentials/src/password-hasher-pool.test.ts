import { expect, test } from "@jest/globals";
import { createPasswordHasherPool } from "./password-hasher-pool.js";

test("hashes and verifies", async () => {
  const pool = createPasswordHasherPool();
  const phc = await pool.hash("seven blue lamps");
  expect(await pool.verify("seven blue lamps", phc)).toBe(true);
  expect(await pool.verify("eight blue lamps", phc)).toBe(false);
});

test("limits concurrency, queues further requests in order, and rejects when too many wait", async () => {
  const pool = createPasswordHasherPool({ concurrencyMax: 1, waitingMax: 2 });
  const ended: number[] = [];
  const asked = [0, 1, 2, 3].map((i) => pool.verify("x", null).then(() => void ended.push(i)));
  await expect(asked[3]).rejects.toMatchObject({ code: "unavailable", headers: { "Retry-After": "5" } });
  await Promise.all(asked.slice(0, 3));
  expect(ended).toEqual([0, 1, 2]);
  expect(await pool.verify("x", null)).toBe(false);
});

test("a failure releases its slot to the next request", async () => {
  const pool = createPasswordHasherPool({ concurrencyMax: 1, waitingMax: 1 });
  // Only a value that is not a string fails to hash.
  const broken = pool.hash(undefined as unknown as string);
  const next = pool.verify("x", null);
  await expect(broken).rejects.toThrow();
  expect(await next).toBe(false);
});

import { expect, test } from "@jest/globals";
import { createBacklog } from "./backlog.js";

test("a producer waits while the backlog is full, until some work succeeds or fails", async () => {
  const backlog = createBacklog(2);
  const first = Promise.withResolvers<void>();
  const second = Promise.withResolvers<void>();
  await backlog.waitForCapacity();
  const done = [backlog.add(first.promise), backlog.add(second.promise)];
  let hasCapacity = false;
  const waited = backlog.waitForCapacity().then(() => {
    hasCapacity = true;
  });
  await Promise.resolve();
  expect(hasCapacity).toBe(false);
  second.reject(new Error("not written"));
  await expect(done[1]).rejects.toThrow("not written");
  await waited;
  expect(hasCapacity).toBe(true);
  first.resolve();
  await done[0];
});

test("a producer that resumes together with others checks the capacity again", async () => {
  const backlog = createBacklog(1);
  const first = Promise.withResolvers<void>();
  const over = backlog.add(first.promise);
  const order: string[] = [];
  const second = Promise.withResolvers<void>();
  const one = backlog.waitForCapacity().then(() => {
    order.push("one");
    void backlog.add(second.promise);
  });
  const other = backlog.waitForCapacity().then(() => order.push("other"));
  first.resolve();
  await Promise.all([over, one]);
  expect(order[0]).toBe("one");
  second.resolve();
  await other;
  expect(order).toEqual(["one", "other"]);
});

import { expect, test } from "@jest/globals";
import { createBacklog } from "./backlog.js";

test("whoever comes while there is too much waits until some of it is over, well or badly", async () => {
  const backlog = createBacklog(2);
  const [first, second] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  await backlog.roomy();
  const done = [backlog.add(first.promise), backlog.add(second.promise)];
  let hasRoom = false;
  const waited = backlog.roomy().then(() => {
    hasRoom = true;
  });
  await Promise.resolve();
  expect(hasRoom).toBe(false);
  second.reject(new Error("not written"));
  await expect(done[1]).rejects.toThrow("not written");
  await waited;
  expect(hasRoom).toBe(true);
  first.resolve();
  await done[0];
});

test("who was let in with others looks again", async () => {
  const backlog = createBacklog(1);
  const first = Promise.withResolvers<void>();
  const over = backlog.add(first.promise);
  const order: string[] = [];
  const second = Promise.withResolvers<void>();
  const one = backlog.roomy().then(() => {
    order.push("one");
    void backlog.add(second.promise);
  });
  const other = backlog.roomy().then(() => order.push("other"));
  first.resolve();
  await Promise.all([over, one]);
  expect(order[0]).toBe("one");
  second.resolve();
  await other;
  expect(order).toEqual(["one", "other"]);
});

import { expect, test } from "@jest/globals";
import { openPasswordDesk } from "./password-desk.js";

test("hashes and verifies", async () => {
  const desk = openPasswordDesk();
  const phc = await desk.hash("seven blue lamps");
  expect(await desk.verify("seven blue lamps", phc)).toBe(true);
  expect(await desk.verify("eight blue lamps", phc)).toBe(false);
});

test("works on no more at once than it may, lets others wait in order, and refuses when too many do", async () => {
  const desk = openPasswordDesk({ atOnceMax: 1, waitingMax: 2 });
  const ended: number[] = [];
  const asked = [0, 1, 2, 3].map((i) => desk.verify("x", null).then(() => void ended.push(i)));
  await expect(asked[3]).rejects.toMatchObject({ code: "unavailable", headers: { "Retry-After": "5" } });
  await Promise.all(asked.slice(0, 3));
  expect(ended).toEqual([0, 1, 2]);
  expect(await desk.verify("x", null)).toBe(false);
});

test("a failure gives its place on", async () => {
  const desk = openPasswordDesk({ atOnceMax: 1, waitingMax: 1 });
  // The one thing that a string can be that cannot be hashed is no string.
  const broken = desk.hash(undefined as unknown as string);
  const next = desk.verify("x", null);
  await expect(broken).rejects.toThrow();
  expect(await next).toBe(false);
});

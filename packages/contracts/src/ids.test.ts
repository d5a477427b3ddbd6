import { expect, test } from "@jest/globals";
import { firstIdAt, ID_PREFIXES, idSchema, newId, timeMsOf } from "./ids.js";

test("a hundred thousand ids of the same millisecond are all different", () => {
  const ids = new Set(Array.from({ length: 100_000 }, () => newId("evt", 1_700_000_000_000)));
  expect(ids.size).toBe(100_000);
});

test("ids sort by creation time, over the whole range of dates", () => {
  const times = [0, 1, 31, 32, 1_000, 1_700_000_000_000, 1_700_000_000_001, 4_102_444_800_000, 2 ** 48 - 1];
  const ids = times.map((ms) => newId("run", ms));
  expect([...ids].sort()).toEqual(ids);
});

test("an id contains its creation time", () => {
  for (const ms of [0, 31, 1_700_000_000_001, 2 ** 48 - 1]) {
    expect([timeMsOf(newId("run", ms)), timeMsOf(firstIdAt("evt", ms))]).toEqual([ms, ms]);
  }
});

test("an id has the prefix of its kind and matches its schema", () => {
  for (const prefix of Object.values(ID_PREFIXES)) {
    const id = newId(prefix);
    expect(id).toMatch(new RegExp(`^${prefix}_[0-9a-hjkmnp-tv-z]{26}$`));
    expect(idSchema(prefix).safeParse(id).success).toBe(true);
  }
});

test.each([
  "evt_01jd000000000000000000000",
  "evt_01JD0000000000000000000000",
  "prod_01jd0000000000000000000000",
  "evt_01jd000000000000000000000u",
  "",
  "evt_01jd0000000000000000000000\n",
])("%p is not an event id", (text) => expect(idSchema("evt").safeParse(text).success).toBe(false));

test("the random part uses all of its 32 letters evenly", () => {
  const counts = new Map<string, number>();
  for (let i = 0; i < 4_000; i += 1) {
    for (const letter of newId("evt").slice(14)) counts.set(letter, (counts.get(letter) ?? 0) + 1);
  }
  expect(counts.size).toBe(32);
  for (const count of counts.values()) expect(Math.abs(count - 2_000)).toBeLessThan(400);
});

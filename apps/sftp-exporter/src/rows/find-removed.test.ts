import { describe, expect, test } from "@jest/globals";
import { findRemoved } from "./find-removed.js";
import { createRowIndex } from "./row-index.js";
import { createHashSet, readRowSet } from "./row-set.js";

/** Like a store: returns the content in pieces, which reuse the same memory. */
async function* halves(bytes: Buffer): AsyncGenerator<Buffer> {
  const memory = Buffer.alloc(Math.ceil(bytes.length / 2));
  for (let at = 0; at < bytes.length; at += memory.length) yield memory.subarray(0, bytes.copy(memory, 0, at));
}
function write(...ids: string[]) {
  const index = createRowIndex();
  const blocks: Buffer[] = [];
  for (const id of ids) {
    const bytes = Buffer.from(id);
    if (index.add(bytes, 0, bytes.length, 1)) blocks.push(index.take());
  }
  const bytes = Buffer.concat([...blocks, index.take()]);
  return { open: async () => halves(bytes), rows: ids.length };
}
const { signal } = new AbortController();
async function removed(formers: Parameters<typeof findRemoved>[0], now: ReturnType<typeof write>, passRows?: number) {
  const found: string[] = [];
  for await (const ids of findRemoved(formers, now, { signal, ...(passRows && { passRows }) })) found.push(...ids);
  return found.sort();
}
const many = (from: number, to: number) => Array.from({ length: to - from }, (_, i) => `SKU-${from + i}-é/%`);

describe("ids that previous runs have and the current one does not", () => {
  test("are found once each, in any order", async () => {
    const formers = [write("a", "b", "c"), write("d", "b", "a")];
    expect(await removed(formers, write("c", "e"))).toEqual(["a", "b", "d"]);
  });

  test("are none without a previous run or its index", async () => {
    expect(await removed([], write("a"))).toEqual([]);
    expect(await removed([{ open: async () => undefined, rows: 3 }, write("b")], write("a"))).toEqual(["b"]);
  });

  test("are all of them when the current run is empty", async () => {
    expect(await removed([write("a", "b")], write())).toEqual(["a", "b"]);
  });

  test.each([5_000, 9_999, 100_000])("are the same in passes of %d rows", async (passRows) => {
    // The indexes have ten blocks and more.
    const formers = [write(...many(0, 10_000)), write(...many(5_000, 15_000))];
    expect(await removed(formers, write(...many(2_000, 14_000)), passRows)).toEqual(
      [...many(0, 2_000), ...many(14_000, 15_000)].sort(),
    );
  });

  test("are cut when they are longer than any channel accepts", async () => {
    expect(await removed([write("x".repeat(9_000))], write("y"))).toEqual(["x".repeat(4_096)]);
  });
});

describe("a set of hashes", () => {
  test("contains what was added and nothing else, zero included", () => {
    const set = createHashSet(10_000);
    expect(set.has(0, 0)).toBe(false);
    set.add(0, 0);
    for (let i = 1; i < 10_000; i += 1) set.add(Math.imul(i, 0x9e3779b1) >>> 0, i);
    expect([set.has(0, 0), set.has(Math.imul(77, 0x9e3779b1) >>> 0, 77), set.has(77, 77)]).toEqual([true, true, false]);
  });

  test("accepts the same hash again, and throws when it gets more than its maximum", () => {
    const set = createHashSet(1);
    set.add(1, 2);
    set.add(1, 2);
    expect(() => set.add(2, 1)).toThrow("more rows");
  });

  test("is undefined for a missing index", async () => {
    expect(await readRowSet({ open: async () => undefined, rows: 1 })).toBeUndefined();
  });
});

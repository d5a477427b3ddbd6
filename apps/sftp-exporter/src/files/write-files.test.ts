import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "@jest/globals";
import { removeHalfWritten } from "./write-file.js";
import { writeFiles } from "./write-files.js";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "skucast-write-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const { signal } = new AbortController();
const to = (name: string) => ({ folder, name, compression: "none", signal }) as const;

test("blocks arrive in their files, whole and in order, however they are mixed", async () => {
  const files = await writeFiles([to("a"), to("b")], async ([a, b]) => {
    for (let i = 0; i < 100; i += 1) {
      await a?.(Buffer.from(`a${i} `));
      if (i % 3 === 0) await b?.(Buffer.from(`b${i} `));
    }
  });
  const [a, b] = files.map(({ path }) => readFileSync(path, "utf8"));
  expect(a).toBe(Array.from({ length: 100 }, (_, i) => `a${i} `).join(""));
  expect(b).toBe(Array.from({ length: 34 }, (_, i) => `b${3 * i} `).join(""));
  expect(files.map(({ bytes }) => bytes)).toEqual([a?.length, b?.length]);
});

test("when the maker fails, nothing is left and its error is told", async () => {
  const failing = writeFiles([to("a"), to("b")], async ([a]) => {
    await a?.(Buffer.from("x"));
    throw new Error("the database is gone");
  });
  await expect(failing).rejects.toThrow("the database is gone");
  expect(readdirSync(folder)).toEqual([]);
});

test("when one file cannot be written, the maker stops, no other is finished and the reason is told", async () => {
  let blockCount = 0;
  writeFileSync(join(folder, "taken"), "no folder");
  const failing = writeFiles([to("a"), { ...to("b"), folder: join(folder, "taken") }], async (puts) => {
    for (; blockCount < 1_000; blockCount += 1) for (const put of puts) await put(Buffer.from("x"));
  });
  await expect(failing).rejects.toThrow("EEXIST");
  expect(blockCount).toBeLessThan(1_000);
  expect(readdirSync(folder)).toEqual(["taken"]);
});

test("two who write the same file at once, one of whom lost its lease, do not take each other's half-written file", async () => {
  const blocks =
    (text: string) =>
    async ([put]: readonly ((block: Buffer) => Promise<void>)[]) => {
      for (let i = 0; i < 500; i += 1) await put?.(Buffer.from(text));
    };
  await Promise.all([writeFiles([to("a")], blocks("one")), writeFiles([to("a")], blocks("two"))]);
  expect(readdirSync(folder)).toEqual(["a"]);
  expect(readFileSync(join(folder, "a"), "utf8")).toMatch(/^((one){500}|(two){500})$/);
});

test("what was left half-written is removed, and nothing else", async () => {
  for (const name of [".part-1", "x.part-1", ".rows"]) writeFileSync(join(folder, name), "x");
  await removeHalfWritten(folder);
  expect(readdirSync(folder).sort()).toEqual([".rows", "x.part-1"]);
});

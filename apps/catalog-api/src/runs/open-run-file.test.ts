import { randomBytes } from "node:crypto";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { afterAll, expect, test } from "@jest/globals";
import type { Run } from "@skucast/contracts/runs/run";
import { createLocalStore } from "@skucast/file-store/local-store";
import { openRunFile } from "./open-run-file.js";

const filesDir = mkdtempSync(join(tmpdir(), "skucast-files-"));
afterAll(() => rmSync(filesDir, { recursive: true }));
mkdirSync(join(filesDir, "ws_1", "run_1"), { recursive: true });

const NAMES = ["p_part_1_of_2.csv", "p_part_2_of_2.csv"];
/** Larger than every buffer involved. */
const BYTES = 1_500_007;
const CONTENTS = new Map(NAMES.map((name) => [name, randomBytes(BYTES)]));
for (const [name, content] of CONTENTS) writeFileSync(join(filesDir, "ws_1", "run_1", name), content);
const runWith = (names: readonly string[]) =>
  ({
    id: "run_1",
    status: "succeeded",
    files: names.map((name) => ({ name, bytes: BYTES, rows: 1, sha256: `sha of ${name}` })),
  }) as Run;
const opened = (run: Run, name?: string) =>
  openRunFile({ files: createLocalStore(filesDir), workspaceId: "ws_1", run, name });
const contentOf = (name = "") => CONTENTS.get(name) ?? Buffer.alloc(0);
const codeOf = (work: Promise<unknown>) => work.catch((error: { code: string; message: string }) => error.code);

test("a run's only file needs no name", async () => {
  const file = await opened(runWith(NAMES.slice(0, 1)));
  expect(file).toMatchObject({
    fileName: NAMES[0],
    length: BYTES,
    etag: `"sha of ${NAMES[0]}"`,
    contentType: "text/csv; charset=utf-8",
  });
  expect((await buffer(file.stream)).equals(contentOf(NAMES[0]))).toBe(true);
});

test("of several files, one must be named; the error says so", async () => {
  const { stream } = await opened(runWith(NAMES), NAMES[1]);
  expect((await buffer(stream)).equals(contentOf(NAMES[1]))).toBe(true);
  expect(await codeOf(opened(runWith(NAMES)))).toBe("conflict");
});

test("only files that the run lists can be opened: not its index, not a path, not a removed file", async () => {
  writeFileSync(join(filesDir, "ws_1", "run_1", ".rows"), "index");
  for (const name of [".rows", "../run_1/p_part_1_of_2.csv", "/etc/passwd", "other.csv"]) {
    expect(await codeOf(opened(runWith(NAMES), name))).toBe("not_found");
  }
  expect(await codeOf(opened(runWith([])))).toBe("not_found");
  expect(await codeOf(opened(runWith(["gone.csv"])))).toBe("not_found");
});

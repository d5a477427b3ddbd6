import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, expect, test } from "@jest/globals";
import type { Run } from "@skucast/contracts/runs/run";
import { createLocalStore } from "@skucast/file-store/local-store";
import { openRunFile } from "./open-run-file.js";

const filesDir = mkdtempSync(join(tmpdir(), "skucast-files-"));
afterAll(() => rmSync(filesDir, { recursive: true }));
mkdirSync(join(filesDir, "ws_1", "run_1"), { recursive: true });

const NAMES = ["p_part_1_of_2.csv", "p_part_2_of_2.csv"];
for (const name of NAMES) writeFileSync(join(filesDir, "ws_1", "run_1", name), `content of ${name}`);
const runWith = (names: readonly string[]) =>
  ({
    id: "run_1",
    status: "succeeded",
    files: names.map((name) => ({ name, bytes: 28, rows: 1, sha256: `sha of ${name}` })),
  }) as Run;
const opened = (run: Run, name?: string) =>
  openRunFile({ files: createLocalStore(filesDir), workspaceId: "ws_1", run, name });
const codeOf = (work: Promise<unknown>) => work.catch((error: { code: string; message: string }) => error.code);

test("a run's only file needs no name", async () => {
  const file = await opened(runWith(NAMES.slice(0, 1)));
  expect(file).toMatchObject({
    fileName: NAMES[0],
    length: 28,
    etag: `"sha of ${NAMES[0]}"`,
    contentType: "text/csv; charset=utf-8",
  });
  expect(await text(file.stream)).toBe(`content of ${NAMES[0]}`);
});

test("of several, one is named; without a name the answer says so", async () => {
  expect(await text((await opened(runWith(NAMES), NAMES[1])).stream)).toBe(`content of ${NAMES[1]}`);
  expect(await codeOf(opened(runWith(NAMES)))).toBe("conflict");
});

test("nothing is opened that the run does not list: not its index, not a path, not what was removed", async () => {
  writeFileSync(join(filesDir, "ws_1", "run_1", ".rows"), "index");
  for (const name of [".rows", "../run_1/p_part_1_of_2.csv", "/etc/passwd", "other.csv"]) {
    expect(await codeOf(opened(runWith(NAMES), name))).toBe("not_found");
  }
  expect(await codeOf(opened(runWith([])))).toBe("not_found");
  expect(await codeOf(opened(runWith(["gone.csv"])))).toBe("not_found");
});

import { createHash, randomBytes } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { gzipSync } from "node:zlib";
import { afterAll, describe, expect, test } from "@jest/globals";
import { ARCHIVE_FORMAT, type ArchiveEntry } from "@skucast/contracts/workspace-transfers/archive";
import { pack } from "tar-stream";
import { type ArchiveFile, readArchive } from "./read-archive.js";

const folder = mkdtempSync(join(tmpdir(), "skucast-archive-"));
afterAll(() => rmSync(folder, { recursive: true }));

interface Content {
  readonly resource: string;
  readonly rows: number;
  readonly content: Buffer;
}

async function archiveOf(contents: readonly Content[]): Promise<Buffer> {
  const entries = contents.map(({ resource, rows, content }, i): ArchiveEntry => {
    const name = `${resource}/${String(i + 1).padStart(6, "0")}.jsonl.gz`;
    return { name, resource, rows, bytes: content.length, sha256: createHash("sha256").update(content).digest("hex") };
  });
  const described = { format: ARCHIVE_FORMAT, workspace: { id: "ws_1", name: "W" }, left_out: [], entries };
  const tar = pack();
  tar.entry({ name: "manifest.json" }, JSON.stringify({ ...described, exported_at: "2026-01-01T00:00:00.000Z" }));
  for (const [i, { name }] of entries.entries()) tar.entry({ name }, contents[i]?.content ?? "");
  tar.finalize();
  return buffer(tar as unknown as AsyncIterable<Buffer>);
}

/** Reads rows and hashes of all files, as an import does. */
async function readAll(archive: Buffer, onLine: () => void = () => {}, isVerifiedOnly = false): Promise<void> {
  const path = join(folder, "archive.tar");
  writeFileSync(path, archive);
  for await (const part of readArchive(path)) {
    if ("format" in part) continue;
    if (!isVerifiedOnly) await readRows(part, onLine);
    await part.verify();
  }
}

async function readRows(part: ArchiveFile, onLine: () => void): Promise<void> {
  for await (const _ of part.rows()) onLine();
}

const emptyRows = (count: number): Buffer => gzipSync("{}\n".repeat(count));

describe("a file with more lines than its manifest says", () => {
  test("is rejected at the first of them, however much it unpacks to", async () => {
    const archive = await archiveOf([{ resource: "workspace", rows: 1, content: emptyRows(3_000_000) }]);
    let lines = 0;
    const reading = readAll(archive, () => {
      lines += 1;
    });
    await expect(reading).rejects.toThrow("workspace/000001.jsonl.gz has more lines than the manifest says (1).");
    expect(lines).toBe(1);
  });

  test("cannot be described as one file of any length", async () => {
    const archive = await archiveOf([{ resource: "workspace", rows: 1_000_000_000, content: emptyRows(1) }]);
    await expect(readAll(archive)).rejects.toThrow("manifest.json is not valid");
  });
});

test("reading many short lines lets other work have its turn", async () => {
  const archive = await archiveOf([{ resource: "workspace", rows: 20_000, content: emptyRows(20_000) }]);
  let isReading = true;
  let lines = 0;
  let linesMax = 0;
  const turn = () => {
    lines = 0;
    if (isReading) setImmediate(turn);
  };
  setImmediate(turn);
  await readAll(archive, () => {
    lines += 1;
    linesMax = Math.max(linesMax, lines);
  });
  isReading = false;
  expect(linesMax).toBeLessThan(1_000);
});

describe("an archive that is cut off", () => {
  const lines = () => Array.from({ length: 2_000 }, () => `{"id":"${randomBytes(30).toString("hex")}"}\n`).join("");
  const content = () => gzipSync(lines());

  test.each([false, true])("is called incomplete, wherever it ends (rows are skipped: %s)", async (isVerifiedOnly) => {
    const contents = ["channels", "products", "events"].map((resource) => ({
      resource,
      rows: 2_000,
      content: content(),
    }));
    const archive = await archiveOf(contents);
    for (let percent = 5; percent <= 95; percent += 5) {
      const cut = archive.subarray(0, Math.floor((archive.length * percent) / 100));
      const outcome = await readAll(cut, () => {}, isVerifiedOnly).catch((error: Error) => error);
      expect([percent, outcome]).toEqual([
        percent,
        expect.objectContaining({ name: "ArchiveError", message: "The archive is incomplete. Download it again." }),
      ]);
    }
  });

  test("within its manifest is called incomplete", async () => {
    const archive = await archiveOf([{ resource: "channels", rows: 2_000, content: content() }]);
    await expect(readAll(archive.subarray(0, 700))).rejects.toThrow("The archive is incomplete. Download it again.");
  });
});

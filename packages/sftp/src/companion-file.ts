import { createHash } from "node:crypto";
import { companionName } from "@skucast/contracts/feeds/names-at";
import type { UploadFile } from "./upload-content.js";

/** The files of a run, as what follows them describes them. */
export interface Accompanied {
  readonly files: readonly Pick<UploadFile, "name" | "bytes" | "rows" | "sha256">[];
  readonly runId: string;
  readonly feedId: string;
  /** When the run started, in ISO 8601. */
  readonly generatedAt: string;
}

const MANIFEST_ENDING = companionName.manifest_last("");

/** What follows the files of a run at a partner: by its name the manifest, or the trigger, which is empty. */
export function companionFile(name: string, run: Accompanied): UploadFile {
  const content = Buffer.from(name.endsWith(MANIFEST_ENDING) ? manifestOf(run) : "");
  async function* blocks(blockBytes: number): AsyncGenerator<Buffer> {
    for (let at = 0; at < content.length; at += blockBytes) yield content.subarray(at, at + blockBytes);
  }
  const read = async (offset: number, length: number) => content.subarray(offset, offset + length);
  return {
    name,
    bytes: content.length,
    rows: 0,
    sha256: createHash("sha256").update(content).digest("hex"),
    open: async () => ({ blocks, read, close: async () => {} }),
  };
}

/** What a partner can check the files by. */
function manifestOf({ files, runId, feedId, generatedAt }: Accompanied): string {
  const listed = files.map(({ name, bytes, rows, sha256 }) => ({ name, bytes, rows, sha256 }));
  const rows = listed.reduce((sum, file) => sum + file.rows, 0);
  const manifest = { version: 1, run_id: runId, feed_id: feedId, generated_at: generatedAt, rows, files: listed };
  return `${JSON.stringify(manifest, null, 2)}\n`;
}

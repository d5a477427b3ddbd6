import { createHash } from "node:crypto";
import { companionName } from "@skucast/contracts/feeds/names-at";
import type { UploadFile } from "./upload-content.js";

/** The run that a manifest describes. */
export interface CompanionOptions {
  readonly files: readonly Pick<UploadFile, "name" | "bytes" | "rows" | "sha256">[];
  readonly runId: string;
  readonly feedId: string;
  /** When the run started, in ISO 8601. */
  readonly generatedAt: string;
}

const MANIFEST_ENDING = companionName.manifest_last("");

/** The last file of a delivery: a manifest or an empty trigger file, depending on its name. */
export function companionFile(name: string, run: CompanionOptions): UploadFile {
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

/** Lists the files with their sizes and hashes, so that the partner can check them. */
function manifestOf({ files, runId, feedId, generatedAt }: CompanionOptions): string {
  const listed = files.map(({ name, bytes, rows, sha256 }) => ({ name, bytes, rows, sha256 }));
  const rows = listed.reduce((sum, file) => sum + file.rows, 0);
  const manifest = { version: 1, run_id: runId, feed_id: feedId, generated_at: generatedAt, rows, files: listed };
  return `${JSON.stringify(manifest, null, 2)}\n`;
}

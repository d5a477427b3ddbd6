import { open } from "node:fs/promises";
import { join } from "node:path";
import { Problem } from "@skucast/contracts/problem";
import type { Run } from "@skucast/contracts/runs/run";
import type { FileReply } from "@skucast/http-kit/handler";

const CONTENT_TYPES: readonly [ending: string, type: string][] = [
  [".gz", "application/gzip"],
  [".csv", "text/csv; charset=utf-8"],
  [".tsv", "text/tab-separated-values; charset=utf-8"],
  [".jsonl", "application/jsonl; charset=utf-8"],
  [".xml", "application/rss+xml; charset=utf-8"],
  [".parquet", "application/vnd.apache.parquet"],
];

/** The file that a run wrote, as a stream. Throws not_found when it wrote none, or the file is not kept any more. */
export async function openRunFile(filesDir: string, workspaceId: string, run: Run): Promise<FileReply> {
  const [file] = run.files;
  if (!file) throw new Problem("not_found", `The run is ${run.status} and has no file.`);
  try {
    const handle = await open(join(filesDir, workspaceId, run.id, file.name));
    const contentType = CONTENT_TYPES.find(([ending]) => file.name.endsWith(ending))?.[1] ?? "application/octet-stream";
    return {
      status: 200,
      stream: handle.createReadStream(),
      contentType,
      length: file.bytes,
      fileName: file.name,
      etag: `"${file.sha256}"`,
    };
  } catch (error) {
    if (!isMissing(error)) throw error;
    throw new Problem("not_found", "The file of this run is not kept any more.");
  }
}

const isMissing = (error: unknown): boolean =>
  typeof error === "object" && error !== null && "code" in error && error.code === "ENOENT";

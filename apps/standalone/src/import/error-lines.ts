import { createWriteStream } from "node:fs";
import { createInterface } from "node:readline";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { importErrorSchema } from "@skucast/contracts/imports/import";
import type { IMPORT_ERROR_FORMATS } from "@skucast/contracts/imports/report";
import { API_BASE_PATH } from "@skucast/contracts/service";
import type { ApiAccess } from "../commands/with-api-key.js";

const TIMEOUT_MS = 120_000;

/** The first errors of an import, each as one line. */
export async function firstErrors(access: ApiAccess, importId: string, count: number): Promise<string[]> {
  const lines = createInterface({ input: await errorFile(access, importId, "jsonl") });
  const sentences: string[] = [];
  for await (const line of lines) {
    const { line: at, sku, pointer, message, severity, value } = importErrorSchema.parse(JSON.parse(line));
    const kind = severity === "warning" ? "warning: " : "";
    const shown = value === null ? "" : ` (${value})`;
    sentences.push(`line ${at}: ${kind}${[sku ?? "(no SKU)", pointer, message].filter(Boolean).join(" ")}${shown}`);
    if (sentences.length >= count) break;
  }
  lines.close();
  return sentences;
}

type ErrorFormat = (typeof IMPORT_ERROR_FORMATS)[number];

/** Writes the error file of an import. */
export async function saveErrors(
  access: ApiAccess,
  importId: string,
  path: string,
  format: ErrorFormat = "csv",
): Promise<void> {
  await pipeline(await errorFile(access, importId, format), createWriteStream(path));
}

/** Writes what became of each row and cell of an import, as CSV. */
export async function saveRowReport(access: ApiAccess, importId: string, path: string): Promise<void> {
  await pipeline(await fileOf(access, `/imports/${importId}/report?by=row`), createWriteStream(path));
}

const errorFile = (access: ApiAccess, importId: string, format: ErrorFormat): Promise<Readable> =>
  fileOf(access, `/imports/${importId}/errors?format=${format}`);

async function fileOf({ baseUrl, apiKey }: ApiAccess, path: string): Promise<Readable> {
  const response = await fetch(`${baseUrl}${API_BASE_PATH}${path}`, {
    headers: { Authorization: `Bearer ${apiKey}` },
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  if (!response.ok || response.body === null) throw new Error(`${path} cannot be downloaded (${response.status}).`);
  return Readable.fromWeb(response.body);
}

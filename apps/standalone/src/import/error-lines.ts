import { createWriteStream } from "node:fs";
import { createInterface } from "node:readline";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { importErrorSchema } from "@skucast/contracts/imports/import";
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

/** Writes the error file of an import, as CSV. */
export async function saveErrors(access: ApiAccess, importId: string, path: string): Promise<void> {
  await pipeline(await errorFile(access, importId, "csv"), createWriteStream(path));
}

async function errorFile({ baseUrl, apiKey }: ApiAccess, importId: string, format: "csv" | "jsonl"): Promise<Readable> {
  const response = await fetch(`${baseUrl}${API_BASE_PATH}/imports/${importId}/errors?format=${format}`, {
    headers: { Authorization: `Bearer ${apiKey}` },
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  if (!response.ok || response.body === null) throw new Error(`The error file cannot be read (${response.status}).`);
  return Readable.fromWeb(response.body);
}

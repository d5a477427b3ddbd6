import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { type Import, importSchema } from "@skucast/contracts/imports/import";
import { LIMITS } from "@skucast/contracts/limits";
import { API_BASE_PATH } from "@skucast/contracts/service";
import { ApiError } from "../api-client.js";

export interface Sending {
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly onSent: (percent: number) => void;
}

/** Streams a file to POST /imports; resolves with the import. Throws an ApiError with the problem's detail and errors. */
export async function sendFile({ baseUrl, apiKey, path, query, onSent }: Sending): Promise<Import> {
  const { size } = await stat(path);
  let sent = 0;
  async function* pieces(): AsyncGenerator<Uint8Array> {
    for await (const piece of createReadStream(path, { highWaterMark: 262_144 })) {
      sent += piece.length;
      onSent((sent / Math.max(size, 1)) * 100);
      yield piece;
    }
  }
  const response = await fetch(`${baseUrl}${API_BASE_PATH}/imports?${query}`, {
    method: "POST",
    headers: { Authorization: `Bearer ${apiKey}`, "Content-Type": "application/octet-stream" },
    body: ReadableStream.from(pieces()),
    duplex: "half",
    signal: AbortSignal.timeout(LIMITS.uploadTimeoutMs),
  });
  const answer: unknown = await response.json();
  if (!response.ok) throw new ApiError(response.status, sentenceOf(answer));
  return importSchema.parse(answer);
}

/** The detail of a problem with its errors. */
export function sentenceOf(problem: unknown): string {
  const { detail, errors = [] } = problem as { detail?: string; errors?: { pointer: string; message: string }[] };
  return [detail ?? "the file was rejected", ...errors.map(({ pointer, message }) => `  ${pointer}: ${message}`)].join(
    "\n",
  );
}

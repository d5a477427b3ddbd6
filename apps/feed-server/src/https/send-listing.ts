import type { RawExchange } from "@skucast/http-kit/raw-router";
import type { LiveFiles } from "../credentials/find-live-files.js";
import { listingPage } from "./listing-page.js";
import { prefersJson } from "./prefers-json.js";

/** Sends the list of files: as JSON for clients that prefer it, otherwise as a page of links for tools that copy folders. */
export function sendListing({ req, res }: Pick<RawExchange, "req" | "res">, run: NonNullable<LiveFiles["run"]>): void {
  const isJson = prefersJson(req.headers.accept);
  const text = isJson ? jsonOf(run) : listingPage(run);
  res.writeHead(200, {
    "Content-Type": isJson ? "application/json; charset=utf-8" : "text/html; charset=utf-8",
    "Content-Length": String(Buffer.byteLength(text)),
    "Cache-Control": "private, no-cache",
    Vary: "Accept",
    ...(!isJson && { "Content-Security-Policy": "default-src 'none'", "X-Content-Type-Options": "nosniff" }),
  });
  res.end(req.method === "HEAD" ? undefined : text);
}

function jsonOf(run: NonNullable<LiveFiles["run"]>): string {
  const files = run.files.map(({ name, bytes, rows, sha256 }) => ({ name, bytes, rows, sha256 }));
  return JSON.stringify({ run_id: run.id, finished_at: run.finishedAt.toISOString(), files });
}

import type { RawExchange } from "@skucast/http-kit/raw-router";
import type { LiveFiles } from "../credentials/find-live-files.js";

/** The list of the files as JSON: what a partner of a feed in several files begins with. */
export function sendListing({ req, res }: Pick<RawExchange, "req" | "res">, run: NonNullable<LiveFiles["run"]>): void {
  const files = run.files.map(({ name, bytes, rows, sha256 }) => ({ name, bytes, rows, sha256 }));
  const text = JSON.stringify({ run_id: run.id, finished_at: run.finishedAt.toISOString(), files });
  res.writeHead(200, {
    "Content-Type": "application/json; charset=utf-8",
    "Content-Length": String(Buffer.byteLength(text)),
    "Cache-Control": "private, no-cache",
  });
  res.end(req.method === "HEAD" ? undefined : text);
}

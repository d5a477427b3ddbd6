import { closeSync, existsSync, openSync, readSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { type Run, runSchema } from "@skucast/contracts/runs/run";
import { type ApiClient, apiClient } from "../api-client.js";
import { readDemo } from "../demo/demo-file.js";
import { type Command, UsageError } from "./command.js";

const POLL_MS = 250;
const TIMEOUT_MS = 600_000;
const HEAD_BYTES = 2_000;

export const runFeed: Command = {
  words: "feeds run",
  usage: "feeds run FEED_ID",
  summary: "Run a feed of the demo workspace now, wait until it ends, and show the file at the demo partner.",
  takes: ["FEED_ID"],
  options: [],
  run: async ({ args: [feedId], folder, print }) => {
    const demo = readDemo(folder);
    if (!demo) throw new UsageError("There is no demo workspace in this data folder; run npm start first.");
    if (feedId === undefined) throw new UsageError(`Name the feed, such as ${demo.feed_id ?? "feed_…"}.`);
    const run = await finished(apiClient(demo.base_url, demo.api_key), feedId);
    const { selected, written, excluded, invalid } = run.counts;
    print(`Run ${run.id}: ${run.status}${run.error === null ? "" : ` (${run.error})`}`);
    print(`${selected} selected = ${written} written + ${excluded} excluded + ${invalid} invalid`);
    for (const { verdict, message } of run.guards) if (verdict === "tripped") print(`  held: ${message}`);
    for (const issue of run.issues) print(`  ${issue.sku}: ${issue.field}: ${issue.message}`);
    for (const delivery of run.deliveries)
      print(
        `${delivery.type === "sftp_push" ? `Destination ${delivery.destination_id}` : delivery.type}: ${delivery.status}${delivery.error === null ? "" : ` (${delivery.error})`}`,
      );
    for (const file of run.files) showFile(join(demo.partner.folder, file.name), print);
  },
};

async function finished(api: ApiClient, feedId: string): Promise<Run> {
  let run = runSchema.parse(await api.call("POST", `/feeds/${encodeURIComponent(feedId)}/runs`, {}));
  for (const deadline = Date.now() + TIMEOUT_MS; run.is_in_progress; await pause(POLL_MS)) {
    if (Date.now() > deadline)
      throw new Error(`The run ${run.id} is still ${run.status}; check it with GET /runs/${run.id}.`);
    run = runSchema.parse(await api.call("GET", `/runs/${run.id}`));
  }
  return run;
}

/** Prints the first 2,000 bytes of a text file at the partner, or only the path of a compressed file. */
function showFile(path: string, print: (line: string) => void): void {
  if (!existsSync(path)) return;
  print(`\nAt the demo partner: ${path}`);
  if (path.endsWith(".gz")) return;
  const file = openSync(path, "r");
  const head = Buffer.alloc(HEAD_BYTES);
  const bytes = readSync(file, head);
  closeSync(file);
  print(head.toString("utf8", 0, bytes) + (bytes === HEAD_BYTES ? "\n…" : ""));
}

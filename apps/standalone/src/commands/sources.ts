import { setTimeout as pause } from "node:timers/promises";
import { type Import, importListSchema, importSchema } from "@skucast/contracts/imports/import";
import { type Source, sourceListSchema, sourceSchema } from "@skucast/contracts/sources/source";
import { summaryOf } from "../import/import-summary.js";
import { laterIfBusy } from "../import/later-if-busy.js";
import { type Command, type CommandContext, UsageError } from "./command.js";
import { type ApiAccess, withApiKey } from "./with-api-key.js";

const POLL_MS = 500;
const PAGE_SIZE = 100;
const WORKING: ReadonlySet<string> = new Set(["queued", "running"]);

export const listSources: Command = {
  words: "sources list",
  usage: "sources list [--workspace WORKSPACE_ID]",
  summary: "List the sources, with their health and next time.",
  options: ["workspace"],
  run: (ctx) =>
    withApiKey(ctx, async ({ api }) => {
      let count = 0;
      for (let cursor = ""; ; ) {
        const page = sourceListSchema.parse(await api.call("GET", `/sources?limit=${PAGE_SIZE}${cursor}`));
        for (const source of page.data) ctx.print(lineOf(source));
        count += page.data.length;
        if (!page.has_more || page.next_cursor === null) break;
        cursor = `&cursor=${encodeURIComponent(page.next_cursor)}`;
      }
      if (count === 0) ctx.print("There are no sources. Create one in the dashboard or with POST /sources.");
      return 0;
    }),
};

export const runSource: Command = {
  words: "sources run",
  usage: "sources run SOURCE_ID [--force] [--workspace WORKSPACE_ID]",
  summary:
    "Fetch a source's file now, import what has changed, and wait until it ends. --force imports an unchanged file as " +
    "well. Ends with 0 when every row is stored, otherwise with 1.",
  takes: ["SOURCE_ID"],
  options: ["workspace"],
  flags: ["force"],
  run: (ctx) =>
    withSource(ctx, async (access, path) => {
      const body = { force: ctx.flags.has("force") };
      const made = importSchema.parse(await access.api.call("POST", `${path}/runs`, body));
      const ended = await finished(access, made);
      for (const line of linesOf(ended)) ctx.print(line);
      return ended.status === "succeeded" ? 0 : 1;
    }),
};

export const pauseSource = changeCommand(
  { words: "sources pause", summary: "Stop running a source on its schedule." },
  "paused",
);
export const resumeSource = changeCommand(
  { words: "sources resume", summary: "Run a paused source on its schedule again." },
  "active",
);

export const showSourceHistory: Command = {
  words: "sources history",
  usage: "sources history SOURCE_ID [--workspace WORKSPACE_ID]",
  summary: `List the last ${PAGE_SIZE} imports of a source, the newest first.`,
  takes: ["SOURCE_ID"],
  options: ["workspace"],
  run: (ctx) =>
    withSource(ctx, async ({ api }, path) => {
      const { data } = importListSchema.parse(await api.call("GET", `${path}/runs?limit=${PAGE_SIZE}`));
      for (const imported of data) ctx.print(`${imported.created_at}  ${imported.id}  ${linesOf(imported).join(" ")}`);
      if (data.length === 0) ctx.print("The source has not been run yet.");
      return 0;
    }),
};

function changeCommand({ words, summary }: Pick<Command, "words" | "summary">, status: Source["status"]): Command {
  return {
    words,
    usage: `${words} SOURCE_ID [--workspace WORKSPACE_ID]`,
    summary,
    takes: ["SOURCE_ID"],
    options: ["workspace"],
    run: (ctx) =>
      withSource(ctx, async ({ api }, path) => {
        ctx.print(lineOf(sourceSchema.parse(await api.call("PATCH", path, { status }))));
        return 0;
      }),
  };
}

/** Calls `work` with the path of the source that the command names. */
function withSource(ctx: CommandContext, work: (access: ApiAccess, path: string) => Promise<number>): Promise<number> {
  const [id] = ctx.args;
  if (id === undefined) throw new UsageError("Name the source; `sources list` has the ids.");
  return withApiKey(ctx, (access) => work(access, `/sources/${encodeURIComponent(id)}`));
}

function lineOf({ id, name, status, health, last_error: error, next_run_at: next }: Source): string {
  const when = status === "paused" ? "paused" : next === null ? "no schedule" : `next at ${next}`;
  return `${id}  ${name}: ${health}, ${when}${error === null ? "" : `\n  ${error}`}`;
}

/** How an import ended, and what to do about it. */
function linesOf(imported: Import): string[] {
  const { id, error, hold, status, fetch: fetched, correctable_rows: correctable } = imported;
  if (fetched?.is_unchanged) return ["The file has not changed, so nothing was imported."];
  const lines = [summaryOf(imported)];
  if (error !== null) lines.push(error);
  if (status === "held" && hold !== null)
    lines.push(hold, `Release or discard it: POST /imports/${id}/release or /discard.`);
  if (correctable > 0) lines.push(`Rows to correct: GET /imports/${id}/errors?format=original`);
  return lines;
}

async function finished({ api }: ApiAccess, made: Import): Promise<Import> {
  for (let imported: Import | undefined = made; ; ) {
    if (imported && !WORKING.has(imported.status)) return imported;
    await pause(POLL_MS);
    imported = await api.call("GET", `/imports/${made.id}`).then(importSchema.parse, laterIfBusy);
  }
}

import type { Channel } from "@skucast/contracts/channels/channel";
import { RUN_ISSUES_MAX, type RunCounts, type RunIssue } from "@skucast/contracts/runs/run";
import { exportProducts, type ProductExport } from "@skucast/db/products/export-products";
import type { StoredProduct } from "@skucast/profiles/channel/cell";
import { type CompiledChannel, compileChannel } from "@skucast/profiles/channel/compile-channel";
import { FORMATS } from "@skucast/profiles/formats/formats";
import type { RowWriter } from "@skucast/profiles/formats/row-writer";
import type { ExporterContext } from "../context.js";
import { runFolder } from "../files/run-folder.js";
import { writeFile } from "../files/write-file.js";
import type { RunWork } from "./load-work.js";
import { parseProducts } from "./parse-products.js";
import type { ClaimedRun, LocalFile } from "./run-work.js";

export interface GeneratedFile {
  readonly file: LocalFile;
  readonly counts: RunCounts;
  readonly issues: readonly RunIssue[];
}

/** A file of millions of rows to a slow disk takes minutes; hours mean that something is wrong. */
const TIMEOUT_MS = 2 * 3_600_000;
const CHUNK_CHARACTERS = 256 * 1024;

/** Makes the run's file of the products as of one moment: one pass, constant memory, and every product counted. */
export function generateFile(
  ctx: ExporterContext,
  { run, work, signal }: { run: ClaimedRun; work: RunWork; signal: AbortSignal },
): Promise<GeneratedFile> {
  const { channel, feed } = work;
  const compiled = compileChannel(channel, ctx.clock.now());
  const writer = FORMATS[feed.format].writer(compiled.columns);
  const query = { workspaceId: run.workspaceId, conditions: conditionsOf(channel), timeoutMs: TIMEOUT_MS };
  return exportProducts(ctx.db, query, async (products) => {
    const tally: Tally = { written: 0, invalid: 0, issues: [] };
    const { path, bytes, sha256 } = await writeFile({
      folder: runFolder(ctx.settings.filesDir, run),
      name: feed.file_name,
      compression: feed.compression,
      content: fileContent(products, compiled, writer, tally),
      signal,
    });
    const seen = tally.written + tally.invalid;
    const selected = products.candidateCount ?? seen;
    return {
      file: { path, name: feed.file_name, bytes, rows: tally.written, sha256 },
      counts: { selected, written: tally.written, excluded: selected - seen, invalid: tally.invalid },
      issues: tally.issues,
    };
  });
}

/** Filters narrow the active products; what is named in or out stays in or out whatever they say. */
function conditionsOf({ selection }: Pick<Channel, "selection">) {
  const { filters, include_skus, exclude_skus } = selection;
  return { status: "active", ...filters, includeSkus: include_skus, excludeSkus: exclude_skus };
}

interface Tally {
  written: number;
  invalid: number;
  readonly issues: RunIssue[];
}

async function* fileContent(
  { lines }: ProductExport,
  channel: CompiledChannel,
  writer: RowWriter,
  tally: Tally,
): AsyncGenerator<Buffer> {
  let text = writer.header();
  for await (const chunk of lines) {
    for (const product of parseProducts(chunk)) text += rowText(product, channel, writer, tally);
    if (text.length < CHUNK_CHARACTERS) continue;
    yield Buffer.from(text, "utf8");
    text = "";
  }
  if (text !== "") yield Buffer.from(text, "utf8");
}

/** The product's line, or nothing when it is not valid for the channel. */
function rowText(
  product: StoredProduct | undefined,
  channel: CompiledChannel,
  writer: RowWriter,
  tally: Tally,
): string {
  if (product === undefined) {
    tally.invalid += 1;
    addIssue(tally, UNREADABLE);
    return "";
  }
  const row = channel.map(product);
  for (const { severity, code, field, message } of row.issues) {
    addIssue(tally, { sku: String(product.sku), severity, code, field, message });
  }
  if (!row.isValid) {
    tally.invalid += 1;
    return "";
  }
  tally.written += 1;
  return writer.row(row.cells);
}

function addIssue({ issues }: Tally, issue: RunIssue): void {
  if (issues.length < RUN_ISSUES_MAX) issues.push(issue);
}

const UNREADABLE: RunIssue = {
  sku: "",
  severity: "error",
  code: "unreadable",
  field: "",
  message: "the stored product cannot be read",
};

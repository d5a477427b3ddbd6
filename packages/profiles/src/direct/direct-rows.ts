import type { ProfileDefinition } from "@skucast/contracts/channel-profiles/channel-profile";
import type { Feed } from "@skucast/contracts/feeds/feed";
import type { ChannelDefinition } from "../channel/compile-channel.js";
import { hasOwnForm } from "../formats/format-of.js";
import { createKernel } from "./kernel.js";
import type { Output } from "./output.js";
import { renderPlan } from "./plan-bytes.js";
import { type DirectFormat, planSteps, type StepPlan } from "./plan-steps.js";
import { hashed } from "./row-hash.js";

/**
 * Writes rows from the bytes of stored products without parsing them. It handles the products whose values only need to be
 * copied, which are most; all others go through `CompiledChannel.map` and the format's writer. Both ways give the same bytes.
 * The work is done by a kernel in WebAssembly (ADR 0031).
 */
export interface DirectRows {
  /**
   * Makes the row of the product at [start, end) of a block, and hashes it like `hashBytes`; false when the product must be
   * parsed. The block's bytes must not change.
   */
  make(block: Buffer, start: number, end: number): boolean;
  /** The length of the last row, in bytes. */
  length(): number;
  /** Appends the last row; the output must have room for it. */
  append(out: Output): void;
  /** The price of the last row's product; NaN without one. */
  amount(): number;
  /** Whether the last row's product is out of stock or discontinued. */
  isOutOfStock(): boolean;
}

/** Whether rows of a format can be written without parsing. */
export const hasDirectRows = (format: Feed["format"]): format is DirectFormat => format === "csv" || format === "jsonl";

/** Undefined when the channel has rules or settings that need parsed products. */
export function createDirectRows(
  channel: ChannelDefinition,
  profile: ProfileDefinition,
  format: DirectFormat,
): DirectRows | undefined {
  const plan = isPlain(profile) ? planSteps(channel, profile, format) : undefined;
  return plan && createRows(plan, format === "jsonl");
}

/** Whether files contain the values of products under the columns' names, in the usual form of the format. */
const isPlain = ({ files, columns }: ProfileDefinition): boolean =>
  files === undefined &&
  !hasOwnForm(columns) &&
  columns.every(({ constant, template }) => constant === undefined && template === undefined);

const PAGE_BYTES = 64 * 1024;
/** The kernel reads and writes sixteen bytes at a time and may pass the end of a range. */
const MARGIN_BYTES = 64;
/** The most bytes of a cell for each byte of its field: every byte may be a quote that is doubled. */
const GROWTH = 2;
const NOTHING: Buffer = Buffer.alloc(0);

/** The kernel's memory contains the plan, then a block of products, then a row. */
function createRows(plan: StepPlan, isJson: boolean): DirectRows {
  const kernel = createKernel();
  const planAt = kernel.freeFrom();
  const { bytes, plan: rootAt } = renderPlan(plan, isJson, planAt);
  const blockAt = planAt + bytes.length + MARGIN_BYTES;
  const growth = GROWTH * columnsOfOneField(plan);
  const fixedBytes = plan.steps.reduce((sum, step) => sum + fixedBytesOf(step), MARGIN_BYTES);
  let block = NOTHING;
  let rowAt = 0;
  let length = 0;
  let memory = NOTHING;
  let facts = new DataView(new ArrayBuffer(0));

  function makeRoom(byteCount: number): void {
    const missing = byteCount - kernel.memory.buffer.byteLength;
    if (missing > 0) kernel.memory.grow(Math.ceil(missing / PAGE_BYTES));
    memory = Buffer.from(kernel.memory.buffer);
    facts = new DataView(kernel.memory.buffer, kernel.factsFrom());
  }

  function enter(next: Buffer): void {
    block = next;
    rowAt = blockAt + block.length + MARGIN_BYTES;
    const needed = rowAt + fixedBytes + growth * block.length;
    if (needed > memory.length) makeRoom(needed);
    memory.set(block, blockAt);
  }

  makeRoom(blockAt);
  memory.set(bytes, planAt);
  kernel.follow(rootAt);

  return {
    make(from, start, end) {
      if (from !== block) enter(from);
      length = kernel.writeRow(blockAt + start, blockAt + end, rowAt);
      if (length === 0) return false;
      hashed.high = facts.getUint32(0, true);
      hashed.low = facts.getUint32(4, true);
      return true;
    },
    length: () => length,
    append(out) {
      memory.copy(out.bytes, out.at, rowAt, rowAt + length);
      out.at += length;
    },
    amount: () => facts.getFloat64(16, true),
    isOutOfStock: () => facts.getInt32(8, true) !== 0,
  };
}

/** The most bytes that a column adds to a row in addition to those of its field. */
function fixedBytesOf({ key, suffix, fallback, words, decimals }: StepPlan["steps"][number]): number {
  const longestWord = Math.max(0, ...words.map(({ theirs }) => theirs.length));
  return key.length + suffix.length + decimals + Math.max(longestWord, fallback?.length ?? 0) + MARGIN_BYTES;
}

/** The largest number of columns that use the same field. */
function columnsOfOneField({ steps }: StepPlan): number {
  const filled = steps.filter(({ field }) => field !== -1);
  const counts = [...Map.groupBy(filled, ({ field }) => field).values()].map(({ length }) => length);
  return Math.max(1, ...counts);
}

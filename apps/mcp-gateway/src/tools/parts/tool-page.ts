import { LIMITS } from "@skucast/contracts/limits";
import { z } from "zod";
import type { ToolCall } from "../define-tool.js";
import { fitItems } from "./fit-items.js";

/** Input of every tool that lists. Pages are short: what is read costs the caller's context. */
export const pageInput = {
  limit: z.int().min(1).max(LIMITS.toolPageSizeMax).default(LIMITS.toolPageSizeDefault),
  cursor: z.string().min(1).max(1024).optional(),
};

/** Output of every tool that lists. */
export const pageOutput = {
  next_cursor: z.string().nullable().describe("Pass it as cursor to read on; null at the end."),
  cut: z.string().nullable().describe("What was left out for length, and how to get it."),
};

interface Found<T> {
  readonly items: readonly T[];
  readonly next: string | null;
}

interface ListOf<T, S extends Record<string, unknown>> {
  /** Of the cursor: good for this list alone. */
  readonly name: string;
  readonly filter: object;
  readonly read: (page: { after: string; limit: number }) => Promise<Found<T>>;
  /** Where the page after this entry begins. */
  readonly positionOf: (item: T) => string;
  readonly show: (item: T) => S;
}

type PageCall = Pick<ToolCall<{ limit: number; cursor?: string | undefined }>, "ctx" | "principal" | "input">;

/** A page as it is answered. */
export interface ToolPage<S> {
  readonly items: S[];
  readonly next_cursor: string | null;
  readonly cut: string | null;
}

/**
 * Reads one page with the verb, cuts it where the answer would be too long, and makes the cursor of what follows, which is
 * good for this list and workspace alone.
 */
export async function toolPage<T, S extends Record<string, unknown>>(
  { ctx, principal, input }: PageCall,
  list: ListOf<T, S>,
): Promise<ToolPage<S>> {
  const bound = [list.name, principal.workspaceId, list.filter];
  const after = input.cursor === undefined ? "" : ctx.cursors.decode(input.cursor, bound);
  const found = await list.read({ after, limit: input.limit });
  const shown = found.items.map(list.show);
  const items = fitItems(shown);
  const last = items.length < shown.length ? found.items[items.length - 1] : undefined;
  const next = last === undefined ? found.next : list.positionOf(last);
  return {
    items: [...items],
    next_cursor: next === null ? null : ctx.cursors.encode({ position: next, filter: bound }),
    cut: last === undefined ? null : cutSentence(items.length, shown.length),
  };
}

const cutSentence = (kept: number, all: number): string =>
  `${kept} of ${all} entries fit into one answer; pass next_cursor for the rest, or ask for concise or for fewer fields.`;

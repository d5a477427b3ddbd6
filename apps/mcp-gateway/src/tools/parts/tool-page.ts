import { LIMITS } from "@skucast/contracts/limits";
import { z } from "zod";
import type { ToolCall } from "../define-tool.js";
import { fitItems } from "./fit-items.js";

/** Input of all list tools. Pages are short, because results use up the caller's context. */
export const pageInput = {
  limit: z.int().min(1).max(LIMITS.toolPageSizeMax).default(LIMITS.toolPageSizeDefault),
  cursor: z.string().min(1).max(1024).optional(),
};

/** Output of all list tools. The server's instructions explain next_cursor. */
export const pageOutput = {
  next_cursor: z.string().nullable(),
  cut: z.string().nullable().describe("What was omitted for length, and how to get it."),
};

interface Found<T> {
  readonly items: readonly T[];
  readonly next: string | null;
}

interface ListOf<T, S extends Record<string, unknown>> {
  /** Cursors are valid only for the list of this name. */
  readonly name: string;
  readonly filter: object;
  readonly read: (page: { after: string; limit: number }) => Promise<Found<T>>;
  /** The position after which the next page starts. */
  readonly positionOf: (item: T) => string;
  readonly show: (item: T) => S;
  /** Token limit of the entries. Default: that of the answer. */
  readonly tokensMax?: number;
}

type PageCall = Pick<ToolCall<{ limit: number; cursor?: string | undefined }>, "ctx" | "principal" | "input">;

/** A page in a result. */
export interface ToolPage<S> {
  readonly items: S[];
  readonly next_cursor: string | null;
  readonly cut: string | null;
}

/**
 * Reads one page with the verb, shortens it to the length limit, and creates the next cursor, which is valid only for
 * this list and workspace.
 */
export async function toolPage<T, S extends Record<string, unknown>>(
  { ctx, principal, input }: PageCall,
  list: ListOf<T, S>,
): Promise<ToolPage<S>> {
  const bound = [list.name, principal.workspaceId, list.filter];
  const after = input.cursor === undefined ? "" : ctx.cursors.decode(input.cursor, bound);
  const found = await list.read({ after, limit: input.limit });
  const shown = found.items.map(list.show);
  const items = fitItems(shown, list.tokensMax);
  const last = items.length < shown.length ? found.items[items.length - 1] : undefined;
  const next = last === undefined ? found.next : list.positionOf(last);
  return {
    items: [...items],
    next_cursor: next === null ? null : ctx.cursors.encode({ position: next, filter: bound }),
    cut: last === undefined ? null : cutSentence(items.length, shown.length),
  };
}

const cutSentence = (kept: number, all: number): string =>
  `${kept} of ${all} entries fit into one answer; pass next_cursor for the rest, or request concise or fewer fields.`;

import { LIMITS } from "@skucast/contracts/limits";
import { z } from "zod";
import type { ToolCall } from "./define-tool.js";

/** Input of every tool that lists. Pages are short: what is read costs the caller's context. */
export const pageInput = {
  limit: z
    .int()
    .min(1)
    .max(LIMITS.toolPageSizeMax)
    .default(LIMITS.toolPageSizeDefault)
    .describe(`How many entries, at most ${LIMITS.toolPageSizeMax}.`),
  cursor: z.string().min(1).max(1024).optional().describe("next_cursor of the page before; leave out for the first."),
};

/** Output of every tool that lists. */
export const pageOutput = {
  next_cursor: z.string().nullable().describe("Pass it as cursor to read on; null at the end."),
};

interface Found<T> {
  readonly items: readonly T[];
  readonly next: string | null;
}

type PageCall = Pick<ToolCall<{ limit: number; cursor?: string | undefined }>, "ctx" | "principal" | "input">;

/** Reads one page with the verb and makes the cursor of the next, which is good for this list and workspace alone. */
export async function toolPage<T>(
  { ctx, principal, input }: PageCall,
  { name, filter }: { name: string; filter: object },
  read: (page: { after: string; limit: number }) => Promise<Found<T>>,
): Promise<{ items: readonly T[]; next_cursor: string | null }> {
  const bound = [name, principal.workspaceId, filter];
  const after = input.cursor === undefined ? "" : ctx.cursors.decode(input.cursor, bound);
  const { items, next } = await read({ after, limit: input.limit });
  return { items, next_cursor: next === null ? null : ctx.cursors.encode({ position: next, filter: bound }) };
}

import { firstIdAt } from "@skucast/contracts/ids";
import { bindingOf } from "@skucast/contracts/principal";
import { Problem } from "@skucast/contracts/problem";
import {
  type FollowedPage,
  followProducts as follow,
  PurgedPositionError,
  type WritePosition,
} from "@skucast/db/products/follow-products";
import type { Call } from "../call.js";
import { requireScope } from "../require-scope.js";
import { type ProductQuery, readProductQuery } from "./product-query.js";
import { shownProducts } from "./shown-products.js";

export interface FollowRequest extends ProductQuery {
  readonly includesDeleted: boolean;
  /** Null for the start, or for the first product that was written after `updatedAfter`. */
  readonly after: WritePosition | null;
  readonly limit: number;
}

/** A transaction may commit some seconds after the time of its changes. An hour is more than enough. */
const MARGIN_MS = 3_600_000;

/**
 * A page of products in the order in which they were last written. It never skips one that is committed late. Rejects a
 * position before deletions that are no longer known.
 */
export async function followProducts({ ctx, principal, input }: Call<FollowRequest>): Promise<FollowedPage> {
  requireScope(principal, "products:read");
  const { words, conditions } = await readProductQuery({ ctx, principal, input });
  const { includesDeleted, after, limit, updatedAfter } = input;
  const page = await follow(ctx.db, {
    binding: bindingOf(principal),
    words,
    conditions,
    includesDeleted,
    after,
    limit,
    firstId: updatedAfter && firstIdAt("evt", Math.max(0, updatedAfter.getTime() - MARGIN_MS)),
  }).catch((error: unknown) => {
    if (!(error instanceof PurgedPositionError)) throw error;
    throw new Problem("invalid_cursor", "The cursor is older than deletions are kept. Start again without a cursor.");
  });
  return { ...page, docs: await shownProducts({ ctx, principal }, page.docs) };
}

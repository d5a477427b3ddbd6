import { setImmediate } from "node:timers/promises";
import type { Database } from "@skucast/db/database";
import { type ProductPlace, refreshSearch } from "@skucast/db/products/refresh-search";
import type { MessageHandler } from "@skucast/events/bus";
import { parseEnvelope } from "@skucast/events/envelope";
import { z } from "zod";

/** Fields that the search covers (product_search_refresh in the database). Changes of other fields do not affect it. */
const SEARCHED = ["title", "brand", "mpn", "gtin", "product_category", "color", "material", "item_group_title"];
const WORDS: ReadonlySet<string> = new Set([...SEARCHED, "translations", "status", "availability"]);

const changeSchema = z.object({
  object: z.object({ sku: z.string() }),
  previous: z.record(z.string(), z.unknown()),
  /** Previous values that were omitted because the event would be too large. */
  omitted: z.object({ previous: z.array(z.string()) }).default({ previous: [] }),
});

/**
 * Updates the search words of a product that was created, deleted or changed. Messages that arrive together share a
 * statement.
 */
export function createSearchIndexer(db: Database): MessageHandler {
  const refresh = batchCalls((places: readonly ProductPlace[]) => refreshSearch(db, places));
  return async (message) => {
    const event = parseEnvelope(message.body);
    const change = changeSchema.safeParse(event?.data);
    if (!event || !change.success) return "dead";
    const { object, previous, omitted } = change.data;
    const changed = [...Object.keys(previous), ...omitted.previous];
    const isOther = event.type === "product.updated" && !changed.some((field) => WORDS.has(field));
    if (!isOther) await refresh({ workspaceId: event.workspace_id, sku: object.sku });
    return "done";
  };
}

/** Combines calls made in the same turn of the event loop, or while a call is running, into one. */
function batchCalls(run: (places: readonly ProductPlace[]) => Promise<void>) {
  let waiting: ProductPlace[] = [];
  let next: Promise<void> | undefined;
  let running: Promise<unknown> = Promise.resolve();
  return (place: ProductPlace): Promise<void> => {
    waiting.push(place);
    next ??= start();
    return next;
  };

  async function start(): Promise<void> {
    await running.catch(() => {}); // its callers get the error
    await setImmediate();
    const places = waiting;
    waiting = [];
    next = undefined;
    const work = run(places);
    running = work;
    await work;
  }
}

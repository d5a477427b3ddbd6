import type { Event } from "@skucast/contracts/events/event";
import type { Principal } from "@skucast/contracts/principal";
import { PRODUCT_FIELDS } from "@skucast/contracts/products/product";
import { type ProductChange, productChangeSchema } from "@skucast/contracts/products/product-history";
import { MANAGE_WORKSPACE } from "@skucast/contracts/scopes";
import { findNames, type Names } from "../audit/find-names.js";
import { actorsOf, namedActorOf, readProductEvents } from "../audit/product-events.js";
import type { Call } from "../call.js";
import type { Page, PageRequest } from "../page.js";
import { requireScope } from "../require-scope.js";
import { requireWholeWorkspace } from "../require-whole-workspace.js";
import { runRead } from "../transactions.js";
import { getProduct } from "./get-product.js";

/**
 * The changes of a product with who made them and the values before and after, newest first. They are read from its events,
 * so they reach back as far as these are kept, and a page may have fewer entries than requested although there are more.
 * Throws not_found, and forbidden for those who see some channels only: events are hidden from them.
 */
export async function listProductHistory(call: Call<PageRequest & { sku: string }>): Promise<Page<ProductChange>> {
  const { ctx, principal, input } = call;
  requireScope(principal, "products:read");
  await requireWholeWorkspace(ctx, principal, "Only members and keys that see the whole workspace see the history.");
  const { doc } = await getProduct(call);
  const { id: productId } = JSON.parse(doc) as { readonly id: string };
  const { items: events, next } = await readProductEvents({ ctx, principal, input: { ...input, productId } });
  const named = seesNames(principal) ? events.flatMap(actorsOf) : [];
  const names = await runRead(call, "products:read", (tx, workspaceId) => findNames(tx, workspaceId, named));
  return { items: events.map((event) => changeOf(event, names)), next };
}

/** Names of people and keys are for colleagues, not for each app and key that may read products. */
const seesNames = ({ kind, scopes }: Principal): boolean => kind === "user" || scopes.has(MANAGE_WORKSPACE);

function changeOf(event: Event, names: Names): ProductChange {
  const { object, previous, omitted } = event.data;
  const unknown = new Set(omitted?.object);
  const isKnown = (field: string) => Object.hasOwn(previous, field) && !unknown.has(field);
  const fields = Object.keys(previous).filter((field) => FIELDS.has(field));
  const type = event.type.slice("product.".length);
  return productChangeSchema.parse({
    id: event.id,
    at: event.timestamp,
    type,
    version: event.sequence,
    actor: namedActorOf(event, names),
    changes:
      type === "updated"
        ? fields.filter(isKnown).map((field) => ({ field, before: previous[field], after: object[field] ?? null }))
        : [],
    omitted: [...(omitted?.previous ?? []), ...fields.filter((field) => !isKnown(field))],
  });
}

/** Not what follows from them, such as the price as one text. */
const FIELDS: ReadonlySet<string> = new Set(PRODUCT_FIELDS);

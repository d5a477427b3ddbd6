import type { CatalogContext } from "@skucast/catalog/context";
import { countProducts } from "@skucast/catalog/products/count-products";
import { followProducts } from "@skucast/catalog/products/follow-products";
import { listProducts } from "@skucast/catalog/products/list-products";
import { listProductsBackward } from "@skucast/catalog/products/list-products-backward";
import type { QueryOf } from "@skucast/contracts/define-route";
import type { Principal } from "@skucast/contracts/principal";
import { Problem } from "@skucast/contracts/problem";
import type { productRoutes } from "@skucast/contracts/products/routes";
import type { Cursors } from "@skucast/http-kit/cursors";
import type { Reply } from "@skucast/http-kit/handler";
import { nextCursor, positionOf } from "./pages.js";

interface ListCall {
  readonly principal: Principal;
  readonly query: QueryOf<typeof productRoutes.listProducts>;
}

interface Sources {
  readonly ctx: CatalogContext;
  readonly cursors: Cursors;
}

interface Page {
  readonly docs: string;
  readonly next: string | null;
  readonly hasMore: boolean;
}

/** Replies with a page of products, and the total count if requested. */
export async function listProductsReply({ ctx, cursors }: Sources, call: ListCall): Promise<Reply> {
  const { principal } = call;
  const { limit, cursor: _cursor, fields, include = [], sort, ...filters } = call.query;
  const includesDeleted = include.includes("deleted");
  if (includesDeleted && sort !== "updated_at") throw deletedNeedsUpdatedOrder();
  const list = { name: "products", filter: { ...filters, ...(sort !== "sku" && { sort, includesDeleted }) } };
  const query = productQueryOf(filters);
  const input = { ...query, includesDeleted, after: positionOf(cursors, call, list), limit };
  const [page, total] = await Promise.all([
    PAGES[sort](ctx, principal, input),
    include.includes("total_count") ? countProducts({ ctx, principal, input }) : null,
  ]);
  const following = nextCursor(cursors, call, list, page.next);
  const docs = fields ? pickFields(page.docs, fields) : page.docs;
  const counted = total ? `,"total_count":${total.count},"is_total_exact":${total.isExact}` : "";
  return {
    rawJson: `{"data":[${docs}],"has_more":${page.hasMore},"next_cursor":${JSON.stringify(following)}${counted}}`,
    nextCursor: following,
  };
}

type Filters = Omit<ListCall["query"], "limit" | "cursor" | "fields" | "include" | "sort">;
type PageInput = ReturnType<typeof productQueryOf> & {
  readonly includesDeleted: boolean;
  readonly after: string;
  readonly limit: number;
};

const productQueryOf = ({ sku, sku_prefix, updated_after, channel_id, q, ...same }: Filters) => ({
  ...same,
  skus: sku,
  skuPrefix: sku_prefix,
  channelId: channel_id,
  updatedAfter: updated_after === undefined ? undefined : new Date(updated_after),
  query: q,
});

async function pageBySku(ctx: CatalogContext, principal: Principal, input: PageInput): Promise<Page> {
  const { docs, next } = await listProducts({ ctx, principal, input });
  return { docs, next, hasMore: next !== null };
}

const backwardPage =
  (order: "-sku" | "-updated_at") =>
  async (ctx: CatalogContext, principal: Principal, input: PageInput): Promise<Page> => {
    const { docs, next } = await listProductsBackward({ ctx, principal, input: { ...input, order } });
    return { docs, next, hasMore: next !== null };
  };

async function pageByWrite(ctx: CatalogContext, principal: Principal, input: PageInput): Promise<Page> {
  const [position = "", updatedAt = "", ...sku] = input.after.split(" ");
  const after = input.after === "" ? null : { position, updatedAt, sku: sku.join(" ") };
  const { docs, next, hasMore } = await followProducts({ ctx, principal, input: { ...input, after } });
  return { docs, next: `${next.position} ${next.updatedAt} ${next.sku}`, hasMore };
}

const PAGES = {
  sku: pageBySku,
  "-sku": backwardPage("-sku"),
  updated_at: pageByWrite,
  "-updated_at": backwardPage("-updated_at"),
} as const;

function deletedNeedsUpdatedOrder(): Problem {
  const message = "deleted requires sort=updated_at";
  return new Problem("invalid_parameter", `include: ${message}`, {
    faults: [{ pointer: "include", code: "not_allowed", message }],
  });
}

/** Reduces products to some of their fields and the SKU. */
function pickFields(docs: string, fields: readonly string[]): string {
  const products: Record<string, unknown>[] = JSON.parse(`[${docs}]`);
  const isKept = ([name]: [string, unknown]) => name === "sku" || fields.includes(name);
  return products.map((product) => JSON.stringify(Object.fromEntries(Object.entries(product).filter(isKept)))).join();
}

import { batchUpsertProducts } from "@skucast/catalog/products/batch-upsert-products";
import { deleteProduct } from "@skucast/catalog/products/delete-product";
import { deleteProducts, type ProductDeletion } from "@skucast/catalog/products/delete-products";
import { getProduct } from "@skucast/catalog/products/get-product";
import { listProducts } from "@skucast/catalog/products/list-products";
import { type ProductWritten, upsertProduct } from "@skucast/catalog/products/upsert-product";
import type { productRoutes } from "@skucast/contracts/products/routes";
import { encodeSku } from "@skucast/contracts/products/sku-path";
import { API_BASE_PATH } from "@skucast/contracts/service";
import { etagOf } from "@skucast/http-kit/etag";
import type { HandlersOf, Reply } from "@skucast/http-kit/handler";
import type { ApiContext } from "../context.js";
import { nextCursor, positionOf } from "./pages.js";
import { noContent } from "./replies.js";
import { writeOptions } from "./write-options.js";

export function productOperations({ catalog: ctx, cursors }: ApiContext): HandlersOf<typeof productRoutes> {
  return {
    upsertProduct: async (call) => {
      const { principal, body } = call;
      const options = writeOptions(call);
      const input = { sku: body.sku, body, mode: "merge" as const, ...options };
      return written(body.sku, await upsertProduct({ ctx, principal, input }), options.validateOnly);
    },

    replaceProduct: async (call) => {
      const { principal, body, params } = call;
      const options = writeOptions(call);
      const input = { sku: params.sku, body, mode: "replace" as const, ...options };
      return written(params.sku, await upsertProduct({ ctx, principal, input }), options.validateOnly);
    },

    updateProduct: async (call) => {
      const { principal, body, params } = call;
      const options = writeOptions(call);
      const input = { sku: params.sku, body, mode: "merge" as const, mustExist: true, ...options };
      return written(params.sku, await upsertProduct({ ctx, principal, input }), options.validateOnly);
    },

    deleteProduct: async (call) => {
      await deleteProduct({ ctx, principal: call.principal, input: { sku: call.params.sku, ...writeOptions(call) } });
      return noContent;
    },

    getProduct: async ({ principal, params }) => {
      const { doc, version } = await getProduct({ ctx, principal, input: params });
      return { rawJson: doc, etag: etagOf(version) };
    },

    listProducts: async (call) => {
      const { limit, cursor: _cursor, fields, updated_after, channel_id, q, ...filters } = call.query;
      const list = { name: "products", filter: { ...filters, updated_after, channel_id, q } };
      const page = await listProducts({
        ctx,
        principal: call.principal,
        input: {
          after: positionOf(cursors, call, list),
          limit,
          ...filters,
          channelId: channel_id,
          updatedAfter: updated_after === undefined ? undefined : new Date(updated_after),
          query: q,
        },
      });
      const docs = fields ? sparse(page.docs, fields) : page.docs;
      const next = JSON.stringify(nextCursor(cursors, call, list, page.next));
      return { rawJson: `{"data":[${docs}],"has_more":${page.next !== null},"next_cursor":${next}}` };
    },

    batchUpsertProducts: async (call) => {
      const { principal, body } = call;
      const { validateOnly, traceparent } = writeOptions(call);
      const result = await batchUpsertProducts({ ctx, principal, input: { ...body, validateOnly, traceparent } });
      return { status: result.summary.failed === result.summary.total ? 422 : 200, json: result };
    },

    batchDeleteProducts: async (call) => {
      const { principal, body } = call;
      const { validateOnly, traceparent } = writeOptions(call);
      const results = (await deleteProducts({ ctx, principal, input: { ...body, validateOnly, traceparent } })).map(
        toldOf,
      );
      const deleted = results.filter(({ status }) => status === "deleted").length;
      const summary = { total: results.length, deleted, failed: results.length - deleted };
      return { json: { summary, results } };
    },
  };
}

const toldOf = (deletion: ProductDeletion) =>
  deletion.status === "deleted"
    ? deletion
    : {
        ...{ sku: deletion.sku, status: deletion.status },
        error: { code: deletion.problem.code, detail: deletion.problem.message },
      };

function written(sku: string, outcome: ProductWritten, validateOnly: boolean): Reply {
  const rawJson = outcome.doc ?? "{}";
  // The version of a dry run is stored nowhere: an ETag of it would make the next If-Match fail.
  if (validateOnly) return { status: 200, rawJson };
  const reply = { rawJson, etag: etagOf(outcome.version) };
  if (outcome.type !== "created") return { status: 200, ...reply };
  return { status: 201, ...reply, location: `${API_BASE_PATH}/products/${encodeSku(sku)}` };
}

/** Products with only some of their fields; the SKU always stays. */
function sparse(docs: string, fields: readonly string[]): string {
  const products: Record<string, unknown>[] = JSON.parse(`[${docs}]`);
  const isKept = ([name]: [string, unknown]) => name === "sku" || fields.includes(name);
  return products.map((product) => JSON.stringify(Object.fromEntries(Object.entries(product).filter(isKept)))).join();
}

import { listProductChannels } from "@skucast/catalog/listings/list-product-channels";
import { batchUpsertProducts } from "@skucast/catalog/products/batch-upsert-products";
import { deleteProduct } from "@skucast/catalog/products/delete-product";
import { deleteProducts, type ProductDeletion } from "@skucast/catalog/products/delete-products";
import { getProduct } from "@skucast/catalog/products/get-product";
import { listProductHistory } from "@skucast/catalog/products/list-product-history";
import { restoreProducts } from "@skucast/catalog/products/restore-products";
import { type ProductWritten, upsertProduct } from "@skucast/catalog/products/upsert-product";
import { LIMITS } from "@skucast/contracts/limits";
import type { productRoutes } from "@skucast/contracts/products/routes";
import { encodeSku } from "@skucast/contracts/products/sku-path";
import { API_BASE_PATH } from "@skucast/contracts/service";
import { etagOf, withContentHash } from "@skucast/http-kit/etag";
import type { HandlersOf, Reply } from "@skucast/http-kit/handler";
import type { ApiContext } from "../context.js";
import { page } from "./pages.js";
import { listProductsReply } from "./product-pages.js";
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

    listProductHistory: (call) => {
      const { sku } = call.params;
      return page(cursors, call, { name: "product-history", filter: { sku } }, (input) =>
        listProductHistory({ ctx, principal: call.principal, input: { ...input, sku } }),
      );
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
      const input = { sku: params.sku, body, mode: "merge" as const, mustExist: !call.query.allow_missing, ...options };
      return written(params.sku, await upsertProduct({ ctx, principal, input }), options.validateOnly);
    },

    deleteProduct: async (call) => {
      const { sku } = call.params;
      const input = { sku, mustExist: !call.query.allow_missing, ...writeOptions(call) };
      await deleteProduct({ ctx, principal: call.principal, input });
      return noContent;
    },

    getProduct: async ({ principal, params, query }) => {
      const { doc, version, updatedAt: lastModified } = await getProduct({ ctx, principal, input: params });
      if (!query.include?.includes("channels")) return { rawJson: doc, etag: etagOf(version), lastModified };
      const input = { sku: params.sku, after: "", limit: LIMITS.channelsPerWorkspace };
      const { items } = await listProductChannels({ ctx, principal, input });
      const rawJson = `${doc.slice(0, -1)},"channels":${JSON.stringify(items)}}`;
      return { rawJson, etag: withContentHash(etagOf(version), rawJson) };
    },

    listProducts: (call) => listProductsReply({ ctx, cursors }, call),

    batchUpsertProducts: async (call) => {
      const { principal, body } = call;
      const { validateOnly } = writeOptions(call);
      const result = await batchUpsertProducts({ ctx, principal, input: { ...body, validateOnly } });
      return { status: result.summary.failed === result.summary.total ? 422 : 200, json: result };
    },

    batchDeleteProducts: async (call) => {
      const { principal, body } = call;
      const { validateOnly } = writeOptions(call);
      const results = (await deleteProducts({ ctx, principal, input: { ...body, validateOnly } })).map(
        deletionResultOf,
      );
      const deleted = results.filter(({ status }) => status === "deleted").length;
      const summary = { total: results.length, deleted, failed: results.length - deleted };
      return { json: { summary, results } };
    },

    batchRestoreProducts: async (call) => {
      const { principal, body } = call;
      const { validateOnly } = writeOptions(call);
      const restorations = await restoreProducts({ ctx, principal, input: { ...body, validateOnly } });
      const results = restorations.map((each) =>
        each.status === "restored"
          ? { sku: each.sku, status: each.status, ...(!validateOnly && { version: each.version }) }
          : deletionResultOf(each),
      );
      const restored = results.filter(({ status }) => status === "restored").length;
      return { json: { summary: { total: results.length, restored, failed: results.length - restored }, results } };
    },
  };
}

const deletionResultOf = (deletion: ProductDeletion) =>
  deletion.status === "deleted"
    ? deletion
    : {
        sku: deletion.sku,
        status: deletion.status,
        error: { code: deletion.problem.code, detail: deletion.problem.message },
      };

function written(sku: string, outcome: ProductWritten, validateOnly: boolean): Reply {
  const rawJson = outcome.doc ?? "{}";
  // A dry run has no ETag: its version is not stored, so the next If-Match with it would fail.
  if (validateOnly) return { status: 200, rawJson };
  const reply = { rawJson, etag: etagOf(outcome.version) };
  if (outcome.type !== "created") return { status: 200, ...reply };
  return { status: 201, ...reply, location: `${API_BASE_PATH}/products/${encodeSku(sku)}` };
}

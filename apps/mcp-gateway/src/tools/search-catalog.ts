import { currentPrices } from "@skucast/catalog/products/current-prices";
import { listProducts } from "@skucast/catalog/products/list-products";
import { type SearchPage, type SearchPosition, searchProducts } from "@skucast/catalog/products/search-products";
import { idSchema } from "@skucast/contracts/ids";
import { timestampSchema } from "@skucast/contracts/list";
import { Problem } from "@skucast/contracts/problem";
import { AVAILABILITIES, PRODUCT_STATUSES } from "@skucast/contracts/products/product";
import { text } from "@skucast/contracts/text";
import { z } from "zod";
import { defineTool, READS } from "./define-tool.js";
import { parseProducts, productOutput, productView } from "./parts/product-view.js";
import { hintOutput, type SearchTerms, searchHint } from "./parts/search-hint.js";
import { pageInput, pageOutput, toolPage } from "./parts/tool-page.js";

export const searchCatalog = defineTool({
  name: "search_catalog",
  title: "Search the catalog",
  description:
    "Finds products by words and filters, or lists all. If you know the SKUs, use lookup_catalog. A short page may have " +
    "a next_cursor.",
  scopes: ["products:read"],
  argumentScopes: { channel_id: "channels:read" },
  hints: READS,
  input: z.strictObject({
    query: text(200).optional().describe("Words, a price (under 30 dollars). Matches of all words come first."),
    status: z.enum(PRODUCT_STATUSES).optional(),
    availability: z.enum(AVAILABILITIES).optional(),
    brand: text(200).optional().describe("Exact."),
    channel_id: idSchema("ch").optional().describe("Only products that this channel publishes."),
    updated_after: timestampSchema.optional(),
    ...pageInput,
    ...productView.input,
  }),
  output: z.object({ products: z.array(productOutput), ...pageOutput, ...hintOutput }),
  remedies: { not_found: "list_channels returns the ids of channels." },
  run: async (call) => {
    const { ctx, principal, input } = call;
    const { query, status, availability, brand, channel_id: channelId, updated_after } = input;
    const updatedAfter = updated_after === undefined ? undefined : new Date(updated_after);
    const filters = { status, availability, brand, channelId, updatedAfter };
    let searched: SearchPage | undefined;
    const { items: products, ...page } = await toolPage(call, {
      name: "search_catalog",
      filter: { query, ...filters },
      read: async ({ after, limit }) => {
        if (query === undefined) {
          const listed = await listProducts({ ctx: ctx.catalog, principal, input: { ...filters, after, limit } });
          return { items: parseProducts(listed.docs), next: listed.next };
        }
        const position = positionOf(after);
        const search = { ...filters, query, after: position, limit };
        searched = await searchProducts({ ctx: ctx.catalog, principal, input: search });
        const { found, next } = searched;
        return { items: parseProducts(found.map(({ doc }) => doc).join()), next: next && textOf(next) };
      },
      positionOf: ({ sku }) => {
        const place = searched?.found.find(({ position }) => position.sku === sku)?.position;
        return place === undefined ? sku : textOf(place);
      },
      show: (product) => {
        const prices = currentPrices(product, ctx.catalog.clock.now(), searched?.price?.currencies ?? []);
        return productView.show({ ...product, ...prices }, input);
      },
    });
    const { found = [], price = null, ignoresPrice = false } = searched ?? {};
    const matches = found.slice(0, products.length).map(({ position }) => position.match);
    const hasOthers = products.length > 0 || page.next_cursor !== null || input.cursor !== undefined;
    const isFiltered = Object.values(filters).some((filter) => filter !== undefined);
    return {
      products,
      ...page,
      hint: searchHint({ query, matches, hasOthers, isFiltered, price, ignoresPrice }, TERMS),
    };
  },
});

const TERMS: SearchTerms = {
  product: "product",
  words: "Changes of the last seconds may not be searchable yet: lookup_catalog reads them by SKU.",
  filters: "A brand is compared exactly, including its case.",
};

/** A search position in a cursor. */
const textOf = ({ match, score, ignoresPrice, sku }: SearchPosition): string =>
  JSON.stringify([match, score, ignoresPrice, sku]);

const POSITION = z.tuple([z.enum(["all", "near", "any"]), z.int(), z.boolean(), z.string()]);

function positionOf(text: string): SearchPosition | null {
  if (text === "") return null;
  // Cursors of former versions have another form.
  const read = POSITION.safeParse(text.startsWith("[") ? JSON.parse(text) : null);
  if (!read.success) throw new Problem("invalid_cursor");
  const [match, score, ignoresPrice, sku] = read.data;
  return { match, score, ignoresPrice, sku };
}

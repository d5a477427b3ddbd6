import { listPublicCatalogs as listPublicCatalogsVerb } from "@skucast/catalog/directory/list-public-catalogs";
import { z } from "zod";
import { definePublicTool, READS } from "../tools/define-tool.js";
import { fitItems } from "../tools/parts/fit-items.js";
import { pageInput, pageOutput } from "../tools/parts/tool-page.js";

const FILTER = ["public_catalogs"];

export const listPublicCatalogs = definePublicTool({
  name: "list_public_catalogs",
  title: "List public catalogs",
  description:
    "Lists the catalogs of the public directory, oldest first: name, seller, market and profile. " +
    "Use a catalog's id with search_catalog; use describe_channel_profile to see what a profile requires.",
  hints: READS,
  input: z.strictObject(pageInput),
  output: z.object({ catalogs: z.array(z.looseObject({ id: z.string() })), ...pageOutput }),
  run: async ({ ctx, input: { limit, cursor } }) => {
    const after = cursor === undefined ? "" : ctx.cursors.decode(cursor, FILTER);
    const { items, next } = await listPublicCatalogsVerb({ ctx: ctx.catalog, input: { after, limit } });
    const catalogs = fitItems(items);
    const isCut = catalogs.length < items.length;
    const position = isCut ? (catalogs.at(-1)?.id ?? null) : next;
    return {
      catalogs: [...catalogs],
      next_cursor: position === null ? null : ctx.cursors.encode({ position, filter: FILTER }),
      cut: isCut ? `${catalogs.length} of ${items.length} catalogs fit; pass next_cursor for the rest.` : null,
    };
  },
});

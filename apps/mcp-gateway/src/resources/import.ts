import { getImport } from "@skucast/catalog/imports/get-import";
import { idSchema } from "@skucast/contracts/ids";
import { z } from "zod";
import { defineResource } from "./define-resource.js";

export const importResource = defineResource({
  name: "import",
  title: "Import",
  description: "One import: its status, its counts by row and by column, and its errors by kind.",
  uriTemplate: "skucast://imports/{import_id}",
  scopes: ["products:read"],
  variables: z.strictObject({ import_id: idSchema("imp") }),
  read: ({ ctx, principal, variables: { import_id: id } }) => getImport({ ctx: ctx.catalog, principal, input: { id } }),
});

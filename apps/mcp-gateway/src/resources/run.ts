import { getRun } from "@skucast/catalog/runs/get-run";
import { idSchema } from "@skucast/contracts/ids";
import { z } from "zod";
import { showRun } from "../tools/parts/run-view.js";
import { defineResource } from "./define-resource.js";

export const runResource = defineResource({
  name: "run",
  title: "Feed run",
  description: "One run of a feed: its status, counts, files, deliveries and first issues.",
  uriTemplate: "skucast://runs/{run_id}",
  scopes: ["feeds:read"],
  variables: z.strictObject({ run_id: idSchema("run") }),
  read: async ({ ctx, principal, variables: { run_id: id } }) =>
    showRun(await getRun({ ctx: ctx.catalog, principal, input: { id } }), { response_format: "detailed" }),
});

import { getRun as getRunVerb } from "@skucast/catalog/runs/get-run";
import { idSchema } from "@skucast/contracts/ids";
import { runSchema } from "@skucast/contracts/runs/run";
import { z } from "zod";
import { defineTool, READS } from "./define-tool.js";

export const getRun = defineTool({
  name: "get_run",
  title: "Get a feed run",
  description:
    "Reads one run of a feed: its status, how many products were selected, written, excluded and invalid, the files, " +
    "where they were delivered, and the first issues of products.",
  scopes: ["feeds:read"],
  hints: READS,
  input: z.strictObject({ run_id: idSchema("run").describe("The run's id, such as a feed's run answers it.") }),
  output: z.object({ run: runSchema }),
  run: async ({ ctx, principal, input }) => ({
    run: await getRunVerb({ ctx: ctx.catalog, principal, input: { id: input.run_id } }),
  }),
});

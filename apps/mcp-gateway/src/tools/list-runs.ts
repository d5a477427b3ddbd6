import { listRuns as listRunsVerb } from "@skucast/catalog/runs/list-runs";
import { idSchema } from "@skucast/contracts/ids";
import { RUN_STATUSES } from "@skucast/contracts/runs/run";
import { z } from "zod";
import { defineTool, READS } from "./define-tool.js";
import { pageInput, pageOutput, toolPage } from "./parts/tool-page.js";
import { createView } from "./parts/view.js";

const SHOWN = ["id", "feed_id", "status", "trigger", "created_at", "counts", "guards", "error"];
/** All runs are shown in this format; get_run returns the rest. */
const view = createView({ key: "id", concise: SHOWN, known: SHOWN, defaultFormat: "concise" });

export const listRuns = defineTool({
  name: "list_runs",
  title: "List feed runs",
  description:
    "Lists runs, newest first, with the guards of a held run and the error of a failed one. Use it to see how recent runs " +
    "went; get_run reads one in full.",
  scopes: ["feeds:read"],
  hints: READS,
  input: z.strictObject({
    feed_id: idSchema("feed").optional(),
    status: z.enum(RUN_STATUSES).optional(),
    ...pageInput,
  }),
  output: z.object({ runs: z.array(z.looseObject({ id: z.string() })), ...pageOutput }),
  remedies: { not_found: "list_feeds returns the ids of feeds." },
  run: async (call) => {
    const { feed_id: feedId, status } = call.input;
    const { items: runs, ...page } = await toolPage(call, {
      name: "runs",
      filter: { feedId, status },
      read: (window) =>
        listRunsVerb({ ctx: call.ctx.catalog, principal: call.principal, input: { ...window, feedId, status } }),
      positionOf: ({ id }) => id,
      show: (run) => view.show(run, { response_format: "concise" }),
    });
    return { runs, ...page };
  },
});

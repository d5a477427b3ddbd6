import { listSources as listSourcesVerb } from "@skucast/catalog/sources/list-sources";
import type { Source } from "@skucast/contracts/sources/source";
import { z } from "zod";
import { defineTool, READS } from "./define-tool.js";
import { pageInput, pageOutput, toolPage } from "./parts/tool-page.js";

/** Only the fields that show whether a source works, not those for its setup. */
const shown = ({ id, name, status, mode, schedule, health, last_error, last_import, next_run_at }: Source) => ({
  id,
  name,
  status,
  mode,
  schedule,
  health,
  last_error,
  last_import,
  next_run_at,
});

export const listSources = defineTool({
  name: "list_sources",
  title: "List sources",
  description: "Lists the sources whose files are imported on a schedule, and whether each one works.",
  scopes: ["products:read"],
  hints: READS,
  input: z.strictObject(pageInput),
  output: z.object({ sources: z.array(z.looseObject({ id: z.string() })), ...pageOutput }),
  run: async (call) => {
    const { items: sources, ...page } = await toolPage(call, {
      name: "sources",
      filter: {},
      read: (window) => listSourcesVerb({ ctx: call.ctx.catalog, principal: call.principal, input: window }),
      positionOf: ({ id }) => id,
      show: shown,
    });
    return { sources, ...page };
  },
});

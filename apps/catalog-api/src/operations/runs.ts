import { getRun } from "@skucast/catalog/runs/get-run";
import { listRunIssues } from "@skucast/catalog/runs/list-run-issues";
import { listRuns } from "@skucast/catalog/runs/list-runs";
import { startRun } from "@skucast/catalog/runs/start-run";
import type { runRoutes } from "@skucast/contracts/runs/routes";
import type { HandlersOf } from "@skucast/http-kit/handler";
import type { ApiContext } from "../context.js";
import { openRunFile } from "../runs/open-run-file.js";
import { nextCursor, page, positionOf } from "./pages.js";
import { resource } from "./replies.js";
import { writeOptions } from "./write-options.js";

export function runOperations({ catalog: ctx, cursors, settings }: ApiContext): HandlersOf<typeof runRoutes> {
  return {
    startRun: async (call) => {
      const options = writeOptions(call);
      const run = await startRun({
        ctx,
        principal: call.principal,
        input: { feedId: call.params.feed_id, ...options },
      });
      return { status: options.validateOnly ? 200 : 202, json: run };
    },

    listRuns: (call) => {
      const { feed_id: feedId } = call.params;
      return page(cursors, call, { name: "runs", filter: { feedId } }, (input) =>
        listRuns({ ctx, principal: call.principal, input: { ...input, feedId } }),
      );
    },

    getRun: async ({ principal, params }) => resource(await getRun({ ctx, principal, input: { id: params.run_id } })),

    listRunIssues: async (call) => {
      const { run_id: runId } = call.params;
      const { code, severity, sku } = call.query;
      const list = { name: "run issues", filter: { runId, code, severity, sku } };
      const after = positionOf(cursors, call, list);
      const input = { after, limit: call.query.limit, runId, code, severity, sku };
      const { items, next, counts } = await listRunIssues({ ctx, principal: call.principal, input });
      const next_cursor = nextCursor(cursors, call, list, next);
      return { json: { data: items, has_more: next !== null, next_cursor, counts } };
    },

    getRunFile: async ({ principal, params }) => {
      const run = await getRun({ ctx, principal, input: { id: params.run_id } });
      return openRunFile(settings.SKUCAST_FILES_DIR, principal.workspaceId, run);
    },
  };
}

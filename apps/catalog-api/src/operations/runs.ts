import { rollbackFeed } from "@skucast/catalog/feeds/rollback-feed";
import { discardRun } from "@skucast/catalog/runs/discard-run";
import { getRun } from "@skucast/catalog/runs/get-run";
import { listRunIssues } from "@skucast/catalog/runs/list-run-issues";
import { listRuns } from "@skucast/catalog/runs/list-runs";
import { releaseRun } from "@skucast/catalog/runs/release-run";
import { startRun } from "@skucast/catalog/runs/start-run";
import type { runRoutes } from "@skucast/contracts/runs/routes";
import type { HandlersOf } from "@skucast/http-kit/handler";
import type { ApiContext } from "../context.js";
import { openRunFile } from "../runs/open-run-file.js";
import { nextCursor, page, positionOf } from "./pages.js";
import { accepted, resource, started } from "./replies.js";
import { writeOptions } from "./write-options.js";

export function runOperations({ catalog: ctx, cursors, files }: ApiContext): HandlersOf<typeof runRoutes> {
  return {
    startRun: async (call) => {
      const options = writeOptions(call);
      const run = await startRun({
        ctx,
        principal: call.principal,
        input: { feedId: call.params.feed_id, coverage: call.query.coverage, ...options },
      });
      return started(run, "/runs", options.validateOnly);
    },

    rollbackFeed: async (call) => {
      const options = writeOptions(call);
      const input = { feedId: call.params.feed_id, rollback: call.body, ...options };
      return started(await rollbackFeed({ ctx, principal: call.principal, input }), "/runs", options.validateOnly);
    },

    releaseRun: async (call) => {
      const options = writeOptions(call);
      const input = { id: call.params.run_id, reason: call.body.reason, ...options };
      return accepted(await releaseRun({ ctx, principal: call.principal, input }), options.validateOnly);
    },

    discardRun: async (call) => {
      const input = { id: call.params.run_id, reason: call.body.reason, ...writeOptions(call) };
      return resource(await discardRun({ ctx, principal: call.principal, input }), input.validateOnly);
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

    getRunFile: async ({ principal, params, query }) => {
      const run = await getRun({ ctx, principal, input: { id: params.run_id } });
      return openRunFile({
        files,
        workspaceId: principal.workspaceId,
        run,
        name: query.name,
      });
    },
  };
}

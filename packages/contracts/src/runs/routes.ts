import { defineRoute } from "../define-route.js";
import { feedParams, writeQuery } from "../feeds/feed.js";
import { LIMITS } from "../limits.js";
import { runIssueListSchema, runIssuesQuery, runListQuery, runListSchema, runParams, runSchema } from "./run.js";

const tag = "Runs";

export const runRoutes = {
  startRun: defineRoute({
    id: "startRun",
    method: "POST",
    path: "/feeds/{feed_id}/runs",
    tag,
    summary: "Run a feed now",
    description: "Queues a run and answers at once; read the run, or wait for feed.run.succeeded.",
    scope: "feeds:write",
    params: feedParams,
    query: writeQuery,
    responses: { 202: runSchema, 200: runSchema },
    errors: ["not_found", "conflict"],
  }),
  listRuns: defineRoute({
    id: "listRuns",
    method: "GET",
    path: "/feeds/{feed_id}/runs",
    tag,
    summary: "List the runs of a feed, newest first",
    scope: "feeds:read",
    params: feedParams,
    query: runListQuery,
    responses: { 200: runListSchema },
    errors: ["not_found", "invalid_cursor"],
  }),
  getRun: defineRoute({
    id: "getRun",
    method: "GET",
    path: "/runs/{run_id}",
    tag,
    summary: "Read a run",
    scope: "feeds:read",
    params: runParams,
    responses: { 200: runSchema },
    errors: ["not_found"],
  }),
  listRunIssues: defineRoute({
    id: "listRunIssues",
    method: "GET",
    path: "/runs/{run_id}/issues",
    tag,
    summary: "List why products are not in a run's file, or what is doubtful about them",
    description:
      `Up to ${LIMITS.runIssuesMax.toLocaleString("en")} of a run, and of one code up to ` +
      `${LIMITS.runIssuesPerCodeMax.toLocaleString("en")}; the counts are of all.`,
    scope: "feeds:read",
    params: runParams,
    query: runIssuesQuery,
    responses: { 200: runIssueListSchema },
    errors: ["not_found", "invalid_cursor"],
  }),
  getRunFile: defineRoute({
    id: "getRunFile",
    method: "GET",
    path: "/runs/{run_id}/file",
    tag,
    summary: "Download the file of a run",
    scope: "feeds:read",
    params: runParams,
    responses: { 200: "file" },
    errors: ["not_found"],
  }),
};

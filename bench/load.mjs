// Load over HTTP with autocannon, in this process; the service's and PostgreSQL's CPU is counted beside it.

import { API_BASE_PATH } from "@skucast/contracts/service";
import autocannon from "autocannon";
import { cpuOf, cpuOfPostgres } from "./cpu.mjs";

/**
 * Sends requests for some seconds. `requestsOf(connection)` gives each connection its own list, which it repeats.
 * Throws when an answer is not 2xx: a rate of refusals would be no rate.
 */
export async function load(stage, app, { connections, seconds, requestsOf, perRequest = 1 }) {
  let nextConnection = 0;
  const before = { app: cpuOf(app.pid), postgres: cpuOfPostgres(stage.postmaster) };
  const result = await autocannon({
    url: app.baseUrl,
    connections,
    duration: seconds,
    setupClient: (client) => {
      client.setRequests(requestsOf(nextConnection));
      nextConnection += 1;
    },
  });
  const failures = result.non2xx + result.errors + result.timeouts;
  if (failures > 0)
    throw new Error(
      `${failures} of ${result.requests.total} requests failed: ${JSON.stringify(result.statusCodeStats)}`,
    );
  const count = result.requests.total * perRequest;
  const appUs = (cpuOf(app.pid) - before.app) / count;
  const postgresUs = (cpuOfPostgres(stage.postmaster) - before.postgres) / count;
  return { rate: count / result.duration, cpuUs: appUs + postgresUs, appUs, postgresUs, p99: result.latency.p99 };
}

/** A request as autocannon takes it. */
export const request = (stage, method, path, body) => ({
  method,
  path: `${API_BASE_PATH}${path}`,
  headers: {
    authorization: `Bearer ${stage.apiKey}`,
    ...(body !== undefined && { "content-type": "application/json" }),
  },
  ...(body !== undefined && { body: JSON.stringify(body) }),
});

import type { Database } from "@skucast/db/database";
import type { Bus } from "@skucast/events/bus";
import type { Clock } from "@skucast/service-kit/clock";
import type { Health } from "@skucast/service-kit/health";
import { METRICS } from "@skucast/service-kit/metric-names";
import type { Metrics } from "@skucast/service-kit/metrics";
import type { App } from "./app.js";
import { createDatabaseCheck } from "./database-check.js";

interface Checked {
  readonly db: Database;
  readonly bus: Bus;
  readonly metrics: Metrics;
  readonly clock: Clock;
}

/**
 * Adds the readiness checks of a process: the database, the bus, and the checks of its apps. The bus is required if all
 * of the process's work comes from it; other processes keep serving without it and report `degraded`.
 */
export function addChecks(
  health: Health,
  apps: readonly Pick<App, "name" | "checks" | "needsBus">[],
  checked: Checked,
): void {
  health.add("database", createDatabaseCheck(checked.db, checked.clock));
  health.add("bus", (signal) => checked.bus.check(signal), { isRequired: apps.every((app) => app.needsBus) });
  for (const { checks = {} } of apps) {
    for (const [name, check] of Object.entries(checks)) health.add(name, check);
  }
  checked.metrics.observe(METRICS.checks, async () =>
    (await health.ready()).checks.map(({ name, ok }) => ({ labels: { check: name }, value: ok ? 1 : 0 })),
  );
  // With the app as a label of its own: monitoring replaces `service` by the name of what it scrapes.
  checked.metrics.observe(METRICS.appOk, async () => {
    const { ok } = await health.ready();
    return apps.map(({ name: app }) => ({ labels: { app }, value: ok ? 1 : 0 }));
  });
}

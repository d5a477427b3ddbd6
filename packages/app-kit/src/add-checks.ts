import type { Health } from "@skucast/service-kit/health";
import type { App } from "./app.js";

/** Makes a process ready only when what its app needs works. */
export function addChecks(health: Health, { checks = {} }: Pick<App, "checks">): void {
  for (const [name, check] of Object.entries(checks)) health.add(name, check);
}

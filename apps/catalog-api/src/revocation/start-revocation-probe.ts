import type { Resources } from "@skucast/app-kit/resources";
import { type Loop, startLoop } from "@skucast/service-kit/loop";
import { METRICS } from "@skucast/service-kit/metric-names";
import type { CatalogApiSettings } from "../config.js";
import { type ProbePath, probeRevocation } from "./probe-revocation.js";

/** Measures regularly how soon this process rejects a revoked credential, alternating between bus and journal. */
export function startRevocationProbe(settings: CatalogApiSettings, resources: Resources): Loop | undefined {
  const { SKUCAST_REVOCATION_PROBE: intervalMs, SKUCAST_REGION: region } = settings;
  if (intervalMs === 0) return undefined;
  const { logger, metrics } = resources;
  const durations = metrics.histogram(METRICS.revocationDuration);
  const probes = metrics.counterFromZero(METRICS.revocationProbes, { region: [region] });
  let path: ProbePath = "bus";
  return startLoop({
    name: "revocation-probe",
    intervalMs,
    logger,
    run: async (signal) => {
      const { outcome, seconds } = await probeRevocation(resources, path, signal);
      durations.observe({ region, path }, seconds);
      probes.inc({ region, outcome });
      const fields = { event: "revocation.probed", region, path, outcome, seconds };
      if (outcome === "late") logger.error(fields, "a revoked credential is still accepted after 10 s");
      else logger.debug(fields);
      path = path === "bus" ? "journal" : "bus";
    },
    onError: (err) => {
      probes.inc({ region, outcome: "failed" });
      logger.warn({ event: "revocation.not_probed", region, path, err }, "the revocation time cannot be measured");
    },
  });
}

import type { HrTime } from "@opentelemetry/api";
import type { RegistryMetric } from "./metric-data.js";
import type { Metrics } from "./metrics.js";
import { EXPORT_TIMEOUT_MS, type OtlpSource, otlpUrlOf, resourceAttributesOf } from "./otlp.js";
import { withTimeLimit } from "./time-limit.js";

export interface MetricExportOptions extends OtlpSource {
  metrics: Metrics;
  /** The collector; see `otlpUrlOf`. Without it, nothing is sent. */
  endpoint: string | undefined;
  /** At least 1,000 ms. */
  intervalMs: number;
}

/**
 * Sends all metrics of the process to a collector periodically, as `GET /metrics` would show them; without an endpoint, the
 * SDK is not even loaded. What could not be sent is in the next message, since values count from the start of the process.
 * `stop` sends them once more, for at most 5 s, and never rejects.
 */
export async function startMetricExport(options: MetricExportOptions): Promise<{ stop(): Promise<void> }> {
  const { metrics, endpoint, intervalMs } = options;
  if (endpoint === undefined) return { stop: async () => {} };
  const [sdk, { OTLPMetricExporter }, { resourceFromAttributes }, { metricDataOf }] = await Promise.all([
    import("@opentelemetry/sdk-metrics"),
    import("@opentelemetry/exporter-metrics-otlp-http"),
    import("@opentelemetry/resources"),
    import("./metric-data.js"),
  ]);
  const resource = resourceFromAttributes(resourceAttributesOf(options));
  const startTime = hrTimeOf(performance.timeOrigin);
  const reader = new sdk.PeriodicExportingMetricReader({
    exporter: new OTLPMetricExporter({ url: otlpUrlOf(endpoint, "metrics"), timeoutMillis: EXPORT_TIMEOUT_MS }),
    exportIntervalMillis: intervalMs,
    exportTimeoutMillis: Math.min(EXPORT_TIMEOUT_MS, intervalMs),
  });
  reader.setMetricProducer({
    async collect() {
      const registered = (await metrics.registry.getMetricsAsJSON()) as unknown as RegistryMetric[];
      const data = metricDataOf(registered, { startTime, endTime: hrTimeOf(Date.now()) });
      return {
        resourceMetrics: { resource, scopeMetrics: [{ scope: { name: "skucast" }, metrics: data }] },
        errors: [],
      };
    },
  });
  return {
    async stop() {
      await withTimeLimit(EXPORT_TIMEOUT_MS, reader.shutdown(), "metrics were not sent in time").catch(() => {});
    },
  };
}

/** Seconds and nanoseconds of a time in milliseconds. */
function hrTimeOf(ms: number): HrTime {
  const seconds = Math.floor(ms / 1_000);
  return [seconds, Math.round((ms - seconds * 1_000) * 1e6)];
}

import { startLogExport } from "@skucast/service-kit/export-logs";
import { startMetricExport } from "@skucast/service-kit/export-metrics";
import { type LogDestination, logToAll } from "@skucast/service-kit/log-destination";
import type { Metrics } from "@skucast/service-kit/metrics";
import { type OtlpSignal, otlpUrlOf } from "@skucast/service-kit/otlp";
import { startTracing } from "@skucast/service-kit/traces";
import type { CommonSettings } from "./settings.js";

type TelemetrySettings = Pick<
  CommonSettings,
  | "SKUCAST_REGION"
  | "OTEL_EXPORTER_OTLP_ENDPOINT"
  | "OTEL_TRACES_EXPORTER"
  | "OTEL_METRICS_EXPORTER"
  | "OTEL_LOGS_EXPORTER"
  | "OTEL_METRIC_EXPORT_INTERVAL"
>;

/** The collector for a signal; undefined when there is none or the settings switch the signal off. */
function collectorFor(signal: OtlpSignal, settings: TelemetrySettings): string | undefined {
  const exporters = {
    traces: settings.OTEL_TRACES_EXPORTER,
    metrics: settings.OTEL_METRICS_EXPORTER,
    logs: settings.OTEL_LOGS_EXPORTER,
  };
  return exporters[signal] === "none" ? undefined : settings.OTEL_EXPORTER_OTLP_ENDPOINT;
}

/** Sends traces and metrics of the process to the configured collector. `stop` sends the rest and never rejects. */
export async function startTelemetry(
  service: string,
  settings: TelemetrySettings,
  metrics: Metrics,
): Promise<{ stop(): Promise<void> }> {
  const collector = collectorFor("traces", settings);
  const tracing = await startTracing({
    service,
    endpoint: collector === undefined ? undefined : otlpUrlOf(collector, "traces"),
  });
  const metricExport = await startMetricExport({
    service,
    region: settings.SKUCAST_REGION,
    metrics,
    endpoint: collectorFor("metrics", settings),
    intervalMs: settings.OTEL_METRIC_EXPORT_INTERVAL,
  });
  return {
    async stop() {
      await Promise.all([metricExport.stop(), tracing.stop()]);
    },
  };
}

/** Lines for the destination also go to the configured collector. `stop` sends those that wait and never rejects. */
export async function withLogExport(
  service: string,
  settings: TelemetrySettings,
  destination: LogDestination,
): Promise<{ destination: LogDestination; stop(): Promise<void> }> {
  const endpoint = collectorFor("logs", settings);
  if (endpoint === undefined) return { destination, stop: async () => {} };
  const logExport = await startLogExport({ service, region: settings.SKUCAST_REGION, endpoint });
  return { destination: logToAll([destination, logExport]), stop: logExport.stop };
}

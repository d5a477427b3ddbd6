/** The kinds of telemetry that OTLP carries. */
export type OtlpSignal = "traces" | "metrics" | "logs";

/** The process that sends. */
export interface OtlpSource {
  readonly service: string;
  readonly region?: string | undefined;
}

/** How long one request to a collector, and the last one when a process ends, may take. */
export const EXPORT_TIMEOUT_MS = 5_000;

/**
 * The URL for a signal at a collector, as the OTLP exporter specification says ("Endpoint URLs for OTLP/HTTP"): its path is
 * `v1/<signal>` below the endpoint. An endpoint that already ends with the path of a signal is taken without it.
 */
export function otlpUrlOf(endpoint: string, signal: OtlpSignal): string {
  const url = new URL(endpoint);
  const base = url.pathname.replace(/\/+$/, "").replace(/\/v1\/(?:traces|metrics|logs)$/, "");
  url.pathname = `${base}/v1/${signal}`;
  return url.href;
}

/**
 * The attributes of the resource that sends (OpenTelemetry semantic conventions, "Service").
 * @returns names and values
 */
export function resourceAttributesOf({ service, region }: OtlpSource): Record<string, string> {
  return { "service.name": service, ...(region === undefined ? {} : { "cloud.region": region }) };
}

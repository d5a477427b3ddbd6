import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import type { Logger } from "./logger.js";
import { METRICS, type MetricDefinition } from "./metric-names.js";
import { withTimeLimit } from "./time-limit.js";

export type { Counter, Gauge, Histogram } from "prom-client";

/** One value of a gauge that is read when the metrics are scraped. */
export interface Reading<Label extends string> {
  labels?: Partial<Record<Label, string>>;
  value: number;
}

/**
 * The metrics of one process. The same name always returns the same metric, so that several apps in one process share it. On
 * a hot path, keep the labeled metric: `const attempts = metrics.counter(METRICS.deliveryAttempts).labels({ outcome })`.
 */
export interface Metrics {
  readonly service: string;
  readonly registry: Registry;
  counter<Label extends string>(definition: MetricDefinition<Label>): Counter<Label>;
  /**
   * The counter, with a series at 0 for each combination of the label values in the definition and `known`. Otherwise the
   * series would appear with its first event, and an alert on its increase would miss that event.
   */
  counterFromZero<Label extends string>(
    definition: MetricDefinition<Label>,
    known?: Partial<Record<Label, readonly string[]>>,
  ): Counter<Label>;
  gauge<Label extends string>(definition: MetricDefinition<Label>): Gauge<Label>;
  histogram<Label extends string>(definition: MetricDefinition<Label>): Histogram<Label>;
  /**
   * A gauge that is read only when the metrics are scraped. Each app may add its own reader. A reader has a time limit of 2 s;
   * when it fails, its values are missing from that scrape, the failure is counted in `skucast_metric_read_errors_total`, and
   * the first of a series of failures is logged. Returns a function that removes the reader.
   */
  observe<Label extends string>(
    definition: MetricDefinition<Label>,
    read: () => Promise<readonly Reading<Label>[]> | readonly Reading<Label>[],
  ): () => void;
  /** The same registry under another service's name. */
  forService(service: string): Metrics;
  /** The response to a scrape by Prometheus. */
  render(): Promise<{ contentType: string; body: string }>;
}

const READ_TIMEOUT_MS = 2_000;

/** Creates a registry with the process's own metrics (CPU, memory, event loop). Create one per process. */
export function createMetrics({ service, logger }: { service: string; logger?: Logger }): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  return metricsOf(service, { registry, readers: new Map(), logger });
}

type Reader = () => Promise<readonly Reading<string>[]> | readonly Reading<string>[];

/** What the services of a process share. */
interface Shared {
  readonly registry: Registry;
  readonly readers: Map<string, Set<Reader>>;
  readonly logger: Logger | undefined;
}

function metricsOf(service: string, shared: Shared): Metrics {
  const { registry, readers, logger } = shared;
  const optionsOf = (definition: MetricDefinition) => ({
    name: definition.name,
    help: definition.help,
    labelNames: [...definition.labels],
    registers: [registry],
  });
  const metrics: Metrics = {
    service,
    registry,
    counter: (definition) => reuse(registry, definition.name, Counter, () => new Counter(optionsOf(definition))),
    counterFromZero(definition, known = {}) {
      const counter = metrics.counter(definition);
      for (const labels of combinations(definition.labels, { ...definition.values, ...known })) counter.inc(labels, 0);
      return counter;
    },
    gauge: (definition) => reuse(registry, definition.name, Gauge, () => new Gauge(optionsOf(definition))),
    histogram: (definition) =>
      reuse(
        registry,
        definition.name,
        Histogram,
        () =>
          new Histogram({
            ...optionsOf(definition),
            ...(definition.buckets ? { buckets: [...definition.buckets] } : {}),
          }),
      ),
    observe(definition, read) {
      const ofMetric = readers.get(definition.name) ?? new Set();
      readers.set(definition.name, ofMetric.add(read));
      reuse(registry, definition.name, Gauge, () =>
        observedGauge(optionsOf(definition), { metrics, logger, readers: ofMetric }),
      );
      return () => ofMetric.delete(read);
    },
    forService: (name) => metricsOf(name, shared),
    render: async () => ({ contentType: registry.contentType, body: await registry.metrics() }),
  };
  return metrics;
}

/** All combinations of label values; none when the values of a label are not known. */
function combinations<Label extends string>(
  labels: readonly Label[],
  values: Partial<Record<Label, readonly string[]>>,
): Partial<Record<Label, string>>[] {
  let chosen: Partial<Record<Label, string>>[] = [{}];
  for (const label of labels) {
    chosen = chosen.flatMap((one) => (values[label] ?? []).map((value) => ({ ...one, [label]: value })));
  }
  return chosen;
}

/** The metric that is registered under the name, or a new one. Throws when the name belongs to another type of metric. */
function reuse<Metric extends object>(
  registry: Registry,
  name: string,
  kind: abstract new (...args: never[]) => Metric,
  create: () => Metric,
): Metric {
  const known: unknown = registry.getSingleMetric(name);
  if (known === undefined) return create();
  if (known instanceof kind) return known;
  throw new Error(`The metric ${name} is already registered as another kind`);
}

interface GaugeOptions {
  name: string;
  help: string;
  labelNames: string[];
  registers: Registry[];
}

interface Observation {
  readonly metrics: Metrics;
  readonly logger: Logger | undefined;
  readonly readers: Set<Reader>;
}

function observedGauge(options: GaugeOptions, { metrics, logger, readers }: Observation): Gauge<string> {
  const errors = metrics.counterFromZero(METRICS.readErrors, { metric: [options.name] });
  let isFailing = false;
  return new Gauge({
    ...options,
    async collect() {
      const results = await Promise.allSettled([...readers].map(readInTime));
      this.reset();
      // After a reset, a gauge without labels is 0, which would hide a failed read.
      if (options.labelNames.length === 0) this.remove();
      for (const result of results) {
        if (result.status === "rejected") errors.inc({ metric: options.name });
        else for (const { labels, value } of result.value) this.set(labels ?? {}, value);
      }
      const failure = results.find(({ status }) => status === "rejected");
      if (failure?.status === "rejected" && !isFailing) {
        logger?.warn(
          { event: "metric.unread", metric: options.name, err: failure.reason },
          "a metric could not be read",
        );
      }
      isFailing = failure !== undefined;
    },
  });
}

async function readInTime(read: Reader): Promise<readonly Reading<string>[]> {
  return withTimeLimit(READ_TIMEOUT_MS, Promise.resolve(read()), `not read within ${READ_TIMEOUT_MS} ms`);
}

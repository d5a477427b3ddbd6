import { type HrTime, ValueType } from "@opentelemetry/api";
import {
  AggregationTemporality,
  type DataPoint,
  DataPointType,
  type Histogram,
  type MetricData,
} from "@opentelemetry/sdk-metrics";

/** A metric of a registry of prom-client, as its `getMetricsAsJSON` returns it. */
export interface RegistryMetric {
  readonly name: string;
  readonly help: string;
  readonly type: string;
  readonly values: readonly RegistryValue[];
}

export interface RegistryValue {
  readonly value: number;
  readonly labels: Readonly<Partial<Record<string, string | number>>>;
  /** For histograms: the name with `_bucket`, `_sum` or `_count`. */
  readonly metricName?: string;
}

interface Period {
  readonly startTime: HrTime;
  readonly endTime: HrTime;
}

/**
 * Metrics of a Prometheus registry in OpenTelemetry's data model, with the same names and labels ("Prometheus and
 * OpenMetrics compatibility"): a counter becomes a monotonic sum since the start of the process, a histogram one with
 * the counts of each bucket instead of those up to it. Metrics without a value are left out.
 */
export function metricDataOf(metrics: readonly RegistryMetric[], period: Period): MetricData[] {
  return metrics.filter(({ values }) => values.length > 0).map((metric) => dataOf(metric, period));
}

function dataOf(metric: RegistryMetric, period: Period): MetricData {
  const { name, help, type, values } = metric;
  const common = {
    descriptor: { name, description: help, unit: "", valueType: ValueType.DOUBLE },
    aggregationTemporality: AggregationTemporality.CUMULATIVE,
  };
  if (type === "histogram") {
    return { ...common, dataPointType: DataPointType.HISTOGRAM, dataPoints: histogramsOf(metric, period) };
  }
  const dataPoints = values.map(({ value, labels }) => ({ ...period, attributes: labels, value }));
  if (type === "counter") return { ...common, dataPointType: DataPointType.SUM, isMonotonic: true, dataPoints };
  return { ...common, dataPointType: DataPointType.GAUGE, dataPoints };
}

interface Series {
  readonly attributes: RegistryValue["labels"];
  /** Upper bounds with the number of values up to them. */
  readonly upTo: [bound: number, count: number][];
  sum: number;
}

function histogramsOf({ name, values }: RegistryMetric, period: Period): DataPoint<Histogram>[] {
  const series = new Map<string, Series>();
  for (const { value, labels, metricName } of values) {
    const { le, ...attributes } = labels;
    const key = JSON.stringify(Object.entries(attributes).sort());
    const one = series.get(key) ?? { attributes, upTo: [], sum: 0 };
    series.set(key, one);
    if (metricName === `${name}_bucket`) one.upTo.push([boundOf(le), value]);
    else if (metricName === `${name}_sum`) one.sum = value;
  }
  return [...series.values()].map(({ attributes, upTo, sum }) => {
    const sorted = upTo.toSorted(([one], [other]) => one - other);
    const counts = sorted.map(([, count], i) => count - (sorted[i - 1]?.[1] ?? 0));
    const boundaries = sorted.map(([bound]) => bound).filter(Number.isFinite);
    return { ...period, attributes, value: { buckets: { boundaries, counts }, sum, count: sorted.at(-1)?.[1] ?? 0 } };
  });
}

const boundOf = (le: string | number | undefined) => (le === "+Inf" ? Number.POSITIVE_INFINITY : Number(le));

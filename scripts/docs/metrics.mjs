import { built } from "./built.mjs";
import { code, GENERATED, table } from "./markdown.mjs";

/** Every metric of a deployment. */
export async function renderMetrics() {
  const { METRICS } = await built("packages/service-kit", "metric-names");
  const rows = Object.values(METRICS).map(({ name, help, labels, buckets }) => [
    code(name),
    kindOf(name, buckets),
    labels.map(code).join(" "),
    help,
  ]);
  return `${GENERATED}
# Metrics

Every process serves \`GET /metrics\` in the Prometheus text format. Label values come from short, closed lists: they are
never an id, a path or a name. For alerts, see [operations](../operations.md#metrics-and-alerts).

${table(["Name", "Kind", "Labels", "Meaning"], rows)}

The metrics of Node.js (\`nodejs_*\`, \`process_*\`) are included.
`;
}

function kindOf(name, buckets) {
  if (buckets) return "histogram";
  return name.endsWith("_total") ? "counter" : "gauge";
}

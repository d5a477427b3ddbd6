import { built } from "./built.mjs";
import { code, GENERATED, table } from "./markdown.mjs";

/** Every metric of the house. */
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

Every process answers \`GET /metrics\` in Prometheus' text format. Label values come from short closed lists: never an id, a
path or a name. What to be woken by: [operations](../operations.md#metrics-and-alerts).

${table(["Name", "Kind", "Labels", "Meaning"], rows)}

Node's own (\`nodejs_*\`, \`process_*\`) are there too.
`;
}

function kindOf(name, buckets) {
  if (buckets) return "histogram";
  return name.endsWith("_total") ? "counter" : "gauge";
}

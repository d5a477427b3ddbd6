import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "../prepare.mjs";

const CHART = "infra/helm/skucast/Chart.yaml";

/** Files with the version that changesets do not know. */
export const VERSIONED_FILES = ["package.json", CHART];

/** Every file that has the version. */
export function versionFiles() {
  const packages = ["apps", "packages"].flatMap((group) =>
    readdirSync(join(ROOT, group)).map((name) => `${group}/${name}/package.json`),
  );
  const manifests = [...packages, "bench/package.json", "faults/package.json"];
  return [...VERSIONED_FILES, ...manifests.filter((file) => existsSync(join(ROOT, file)))];
}

/**
 * The version in a file; the chart has to name the same one twice.
 * @param {string} file
 * @returns {string}
 */
export function versionOf(file) {
  const text = readFileSync(join(ROOT, file), "utf8");
  if (file !== CHART) return JSON.parse(text).version;
  const version = /^version: (.+)$/m.exec(text)?.[1] ?? "none";
  const appVersion = /^appVersion: "(.+)"$/m.exec(text)?.[1] ?? "none";
  return version === appVersion ? version : `${version} and ${appVersion}`;
}

/**
 * @param {string} file
 * @param {string} text
 * @param {string} version
 */
export function withVersion(file, text, version) {
  return file === CHART
    ? text.replace(/^version: .+$/m, `version: ${version}`).replace(/^appVersion: .+$/m, `appVersion: "${version}"`)
    : text.replace(/"version": ".+"/, `"version": "${version}"`);
}

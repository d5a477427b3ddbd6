// Installs dependencies and builds packages, if something has changed, before a command runs.
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { run, runStep } from "./run-step.mjs";

export const ROOT = fileURLToPath(new URL("..", import.meta.url));

/** The Node.js that npm installed, which Skucast is developed for. Another one may run this script. */
export const NODE = join(ROOT, "node_modules/node/bin", process.platform === "win32" ? "node.exe" : "node");

const PNPM_VERSION = "12.21.0";
/** A build takes a minute on an idle machine, and was seen to take seven on a busy one. */
const BUSY_MS_MAX = 1_800_000;
const INSTALL_STAMP = join(ROOT, "node_modules/.skucast-install");
const GENERATE_STAMP = join(ROOT, "node_modules/.skucast-generate");
const BUILD_STAMP = join(ROOT, "node_modules/.skucast-build");
/** What code is generated from, and where it goes. */
const GENERATED = [
  { from: ["packages/db/prisma/schema.prisma", "packages/db/prisma.config.ts"], to: "packages/db/src/generated" },
  { from: ["packages/profiles/taxonomy"], to: "packages/profiles/src/generated" },
];
const ENVIRONMENT = { ...process.env, TURBO_TELEMETRY_DISABLED: "1", DO_NOT_TRACK: "1" };
const NOT_SOURCE = new Set(["node_modules", "dist", ".turbo", "generated"]);

/** @typedef {{ out?: import("./run-step.mjs").Output }} Output where progress is written; standard output by default */

/** Installs the dependencies if the lockfile or a package.json has changed since the last time. */
export async function install({ out } = /** @type {Output} */ ({})) {
  const wanted = hashFiles([join(ROOT, "pnpm-lock.yaml"), join(ROOT, "pnpm-workspace.yaml"), ...manifests()]);
  if (existsSync(NODE) && readStamp(INSTALL_STAMP) === wanted) return;
  await runStep({
    name: "Install dependencies",
    ...(await pnpm("install", "--frozen-lockfile")),
    hint: "Is the npm registry reachable (npm ping)? If package.json was edited, run `pnpm install` once to update the lockfile.",
    timeoutMs: BUSY_MS_MAX,
    out,
  });
  writeFileSync(INSTALL_STAMP, wanted);
}

/** Generates code if what it is generated from has changed since the last time. Sources run without a build after that. */
export async function generate({ out } = /** @type {Output} */ ({})) {
  const wanted = hashFiles(generatedFrom());
  const isGenerated = GENERATED.every(({ to }) => existsSync(join(ROOT, to)));
  if (isGenerated && readStamp(GENERATE_STAMP) === wanted) return;
  await runStep({
    name: "Generate code",
    ...(await pnpm("exec", "turbo", "run", "generate", "--output-logs=errors-only")),
    hint: "If the sources are untouched, delete node_modules and try again.",
    timeoutMs: BUSY_MS_MAX,
    out,
  });
  writeFileSync(GENERATE_STAMP, wanted);
}

/** Generates and builds all packages if a source file has changed since the last time. */
export async function build({ out } = /** @type {Output} */ ({})) {
  const wanted = hashFiles([join(ROOT, "tsconfig.base.json"), join(ROOT, "turbo.json"), ...manifests(), ...sources()]);
  if (isBuilt() && readStamp(BUILD_STAMP) === wanted) return;
  await runStep({
    name: "Build",
    ...(await pnpm("exec", "turbo", "run", "build", "--output-logs=errors-only")),
    hint: "If the sources are untouched, delete node_modules and try again.",
    timeoutMs: BUSY_MS_MAX,
    out,
  });
  writeFileSync(BUILD_STAMP, wanted);
  writeFileSync(GENERATE_STAMP, hashFiles(generatedFrom()));
}

/** The pnpm on the PATH if its major version fits (another may reject the lockfile); otherwise pnpm by npx. */
async function pnpm(/** @type {string[]} */ ...args) {
  const found = await run({ command: "pnpm", args: ["--version"], cwd: ROOT, timeoutMs: 10_000 });
  const isOurs = found.reason === undefined && found.output.trim().startsWith(`${PNPM_VERSION.split(".")[0]}.`);
  const command = isOurs ? "pnpm" : "npx";
  return {
    command,
    args: isOurs ? args : ["--prefer-offline", "-y", `pnpm@${PNPM_VERSION}`, ...args],
    cwd: ROOT,
    env: ENVIRONMENT,
  };
}

/** The folders of all workspace packages. */
function workspaces() {
  return ["apps", "packages"].flatMap((group) =>
    readdirSync(join(ROOT, group))
      .map((name) => join(ROOT, group, name))
      .filter((folder) => existsSync(join(folder, "package.json"))),
  );
}

function manifests() {
  return [ROOT, ...workspaces()].map((folder) => join(folder, "package.json"));
}

function sources() {
  return workspaces().flatMap((folder) => filesUnder(folder).filter((file) => !file.endsWith(".test.ts")));
}

function isBuilt() {
  return workspaces().every((folder) => existsSync(join(folder, "dist")) || !existsSync(join(folder, "tsconfig.json")));
}

/**
 * @param {string} folder
 * @returns {string[]}
 */
function filesUnder(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (NOT_SOURCE.has(entry.name)) return [];
    const path = join(folder, entry.name);
    return entry.isDirectory() ? filesUnder(path) : [path];
  });
}

function generatedFrom() {
  return GENERATED.flatMap(({ from }) => from.flatMap((path) => filesAt(join(ROOT, path))));
}

function filesAt(/** @type {string} */ path) {
  return statSync(path).isDirectory() ? filesUnder(path) : [path];
}

function hashFiles(/** @type {string[]} */ files) {
  const hash = createHash("sha256").update(`${process.platform} ${process.arch}\n`);
  for (const file of files.sort()) {
    const content = createHash("sha256").update(readFileSync(file)).digest("hex");
    hash.update(`${relative(ROOT, file)} ${content}\n`);
  }
  return hash.digest("hex");
}

function readStamp(/** @type {string} */ file) {
  return existsSync(file) ? readFileSync(file, "utf8") : undefined;
}

// Creates the package of @skucast/client that is published, in packages/client/dist/package. It includes the contracts that
// the client needs, so that it depends on no package of this workspace. npm's prepack runs it; it needs a build first.
import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, posix, relative } from "node:path";
import { fileURLToPath } from "node:url";
import typescript from "typescript";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const CLIENT = join(ROOT, "packages/client");
const OUT = join(CLIENT, "dist/package");
const MANIFEST = join(CLIENT, "package.json");
const KEPT_MANIFEST = join(CLIENT, "dist/package.json.kept");
const CONTRACTS = "@skucast/contracts/";
/** What users of the package import. Other files are included because one of these needs them. */
const ENTRIES = [
  "api/create-client",
  "api/create-api-client",
  "api/api-error",
  "webhooks/create-webhook-verifier",
  "webhooks/seen-ids",
  "webhooks/webhook-verification-error",
];

/** The folders of the built files, by the folder that they get in the package. */
const SOURCES = { "": join(CLIENT, "dist"), contracts: join(ROOT, "packages/contracts/dist") };

if (process.argv.includes("--restore")) {
  restoreManifest();
  process.exit();
}
restoreManifest();
rmSync(OUT, { recursive: true, force: true });
const packages = new Set();
const waiting = ENTRIES.flatMap((entry) => [`${entry}.js`, `${entry}.d.ts`]);
const done = new Set();
for (const path of waiting) {
  if (done.has(path)) continue;
  done.add(path);
  waiting.push(...copy(path));
}
writeManifest();
cpSync(join(CLIENT, "README.md"), join(OUT, "README.md"));
cpSync(join(ROOT, "LICENSE"), join(OUT, "LICENSE"));
if (process.env.npm_lifecycle_event === "prepack" && process.env.npm_config_user_agent?.startsWith("npm/"))
  replaceManifest();

/** Copies a built file and rewrites its imports for the package; returns the files that it needs. */
function copy(/** @type {string} */ path) {
  const folder = path.startsWith("contracts/") ? "contracts" : "";
  const source = join(SOURCES[folder], folder === "" ? path : path.slice("contracts/".length));
  if (!existsSync(source)) throw new Error(`${relative(ROOT, source)} is missing: build the client first.`);
  const extension = path.endsWith(".d.ts") ? ".d.ts" : ".js";
  const needed = [];
  let text = readFileSync(source, "utf8").replace(/^\/\/# sourceMappingURL=.*$/m, "");
  for (const { fileName } of typescript.preProcessFile(text).importedFiles) {
    const target = targetOf(path, fileName);
    if (target === null) continue;
    needed.push(`${target}${extension}`);
    const way = posix.relative(posix.dirname(path), `${target}.js`);
    text = text.replaceAll(`"${fileName}"`, `"${way.startsWith(".") ? way : `./${way}`}"`);
  }
  mkdirSync(dirname(join(OUT, path)), { recursive: true });
  writeFileSync(join(OUT, path), text);
  return needed;
}

/** The file in the package that an import leads to, without its extension; null if it leads to another package. */
function targetOf(/** @type {string} */ path, /** @type {string} */ specifier) {
  if (specifier.startsWith(CONTRACTS)) return `contracts/${specifier.slice(CONTRACTS.length)}`;
  if (specifier.startsWith(".")) return posix.join(posix.dirname(path), specifier.replace(/\.js$/, ""));
  if (!specifier.startsWith("node:")) packages.add(specifier.split("/")[0]);
  return null;
}

function writeManifest() {
  const manifest = JSON.parse(readFileSync(MANIFEST, "utf8"));
  const versions = JSON.parse(readFileSync(join(ROOT, "packages/contracts/package.json"), "utf8")).dependencies;
  const dependencies = Object.fromEntries([...packages].map((name) => [name, versions[name]]));
  if (Object.values(dependencies).includes(undefined))
    throw new Error(`Not all of ${[...packages].join(", ")} are dependencies of packages/contracts.`);
  const { name, version, description, license } = manifest;
  const exports = { "./*": { types: "./*.d.ts", default: "./*.js" }, "./package.json": "./package.json" };
  const engines = { node: ">=20.19" };
  const published = {
    name,
    version,
    description,
    license,
    type: "module",
    sideEffects: false,
    engines,
    exports,
    dependencies,
  };
  writeFileSync(join(OUT, "package.json"), `${JSON.stringify(published, null, 2)}\n`);
}

/**
 * pnpm packs the folder that publishConfig names. npm does not know that setting and packs packages/client with its
 * package.json. Until postpack, that file is therefore replaced by the manifest of the package, with adjusted paths.
 */
function replaceManifest() {
  cpSync(MANIFEST, KEPT_MANIFEST);
  const published = JSON.parse(readFileSync(join(OUT, "package.json"), "utf8"));
  const exports = { "./*": { types: "./dist/package/*.d.ts", default: "./dist/package/*.js" } };
  const { postpack } = JSON.parse(readFileSync(KEPT_MANIFEST, "utf8")).scripts;
  const replaced = { ...published, exports, files: ["dist/package"], scripts: { postpack } };
  writeFileSync(MANIFEST, `${JSON.stringify(replaced, null, 2)}\n`);
}

function restoreManifest() {
  if (existsSync(KEPT_MANIFEST)) renameSync(KEPT_MANIFEST, MANIFEST);
}

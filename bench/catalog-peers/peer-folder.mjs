// The folder of a peer: its packages and the files of its project. Skucast does not depend on them: they are installed
// separately when they are measured.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { runStep } from "../../scripts/run-step.mjs";

const FOLDER = fileURLToPath(new URL("../../.skucast/bench-catalog-peers", import.meta.url));
const INSTALL_MS = 1_800_000;

/**
 * Installs the packages of `manifest` if they are missing, and writes the files of the peer's project. Rejects with
 * instructions if the registry cannot be reached.
 * @param {{ name: string, manifest: Record<string, unknown>, files?: Record<string, string> }} peer
 * @returns {Promise<string>} the folder
 */
export async function installPeer({ name, manifest, files = {} }) {
  const folder = join(FOLDER, name);
  const wanted = JSON.stringify({ name: `bench-${name}`, private: true, ...manifest }, null, 2);
  const installed = join(folder, "installed");
  writeFiles(folder, { "package.json": wanted, ...files });
  if (existsSync(installed) && readFileSync(installed, "utf8") === wanted) return folder;
  await runStep({
    name: `Install ${name}`,
    command: "npm",
    args: ["install", "--no-audit", "--no-fund", "--no-package-lock"],
    hint: `Is the npm registry reachable (npm ping)? The packages are kept in ${folder}: once is enough.`,
    cwd: folder,
    timeoutMs: INSTALL_MS,
  });
  writeFileSync(installed, wanted);
  return folder;
}

function writeFiles(folder, files) {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
}

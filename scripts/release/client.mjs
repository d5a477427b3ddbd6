import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { NODE, ROOT } from "../prepare.mjs";
import { runStep } from "../run-step.mjs";

const TIMEOUT_MS = 300_000;

/**
 * Packs @skucast/client and checks that a project which installs the package can import all of it.
 * @param {string} out
 * @returns {Promise<string>} the path of the package
 */
export async function packClient(out) {
  const before = new Set(readdirSync(out));
  const step = { cwd: ROOT, hint: "scripts/package-client.mjs creates what is packed.", timeoutMs: TIMEOUT_MS };
  await runStep({ ...step, name: "Create the client's package", command: NODE, args: ["scripts/package-client.mjs"] });
  await runStep({
    ...step,
    name: "Pack the client",
    command: "npm",
    args: ["pack", "./packages/client/dist/package", "--pack-destination", out],
  });
  const name = readdirSync(out).find((file) => !before.has(file) && file.endsWith(".tgz"));
  if (name === undefined) throw new Error("npm pack wrote no file.");
  const path = join(out, name);
  await checkClient(path);
  return path;
}

/** @param {string} path */
async function checkClient(path) {
  const project = mkdtempSync(join(tmpdir(), "skucast-release-"));
  try {
    mkdirSync(join(project, "node_modules"));
    writeFileSync(join(project, "package.json"), JSON.stringify({ private: true, type: "module" }));
    await runStep({
      name: "Install the client in a new project",
      command: "npm",
      args: ["install", "--prefer-offline", "--no-audit", "--no-fund", path],
      cwd: project,
      hint: "Is the npm registry reachable (npm ping)? The client needs zod from there.",
      timeoutMs: TIMEOUT_MS,
    });
    writeFileSync(join(project, "check.mjs"), CHECK);
    await runStep({
      name: "Import every module of the client",
      command: process.execPath,
      args: ["check.mjs"],
      cwd: project,
      hint: "The package lacks a file or a dependency: see ENTRIES in scripts/package-client.mjs.",
      timeoutMs: TIMEOUT_MS,
    });
  } finally {
    rmSync(project, { recursive: true, force: true });
  }
}

const CHECK = `
import { readdirSync } from "node:fs";
for (const folder of ["api", "webhooks"]) {
  for (const file of readdirSync("node_modules/@skucast/client/" + folder)) {
    if (file.endsWith(".js")) await import("@skucast/client/" + folder + "/" + file.slice(0, -3));
  }
}
`;

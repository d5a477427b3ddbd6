import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { NODE, ROOT } from "../prepare.mjs";
import { createRunFolder } from "./run-folder.mjs";

const TIMEOUT_MS = 10_800_000;

/**
 * Runs jest for the named projects and counts what passed and what failed. A test that was skipped, a file that could
 * not run and a run that did not end count as failed: nothing is left out in silence.
 * @param {{ projects: readonly string[], env: NodeJS.ProcessEnv }} options
 */
export async function runJest({ projects, env }) {
  // Soak tests write many large files.
  const folder = createRunFolder({ mayBeInMemory: !projects.includes("soak") });
  const outputFile = join(folder, "result.json");
  const jest = join(ROOT, "node_modules/jest/bin/jest.js");
  const options = ["--json", `--outputFile=${outputFile}`, "--passWithNoTests", "--selectProjects", ...projects];
  try {
    const child = spawn(NODE, ["--disable-warning=ExperimentalWarning", jest, ...options], {
      cwd: ROOT,
      env: { ...env, TMPDIR: folder },
      stdio: ["ignore", "ignore", "inherit"], // jest's report for people goes to standard error
      timeout: TIMEOUT_MS,
    });
    const endWithUs = () => child.kill();
    process.once("exit", endWithUs);
    const [code] = await once(child, "exit");
    process.off("exit", endWithUs);
    return count(outputFile, code);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * @param {string} outputFile
 * @param {number | null} code
 */
function count(outputFile, code) {
  /** @type {Record<"numPassedTests" | "numFailedTests" | "numPendingTests" | "numTodoTests" | "numRuntimeErrorTestSuites", number>} */
  let result;
  try {
    result = JSON.parse(readFileSync(outputFile, "utf8"));
  } catch {
    return { passed: 0, failed: 1 };
  }
  const skipped = result.numPendingTests + result.numTodoTests;
  if (skipped > 0) console.error(`${skipped} tests were skipped, which counts as failed.`);
  const failed = result.numFailedTests + result.numRuntimeErrorTestSuites + skipped;
  return { passed: result.numPassedTests, failed: code === 0 ? failed : Math.max(failed, 1) };
}

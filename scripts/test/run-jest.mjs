import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { NODE, ROOT } from "../prepare.mjs";
import { createRunFolder, deleteRunFolder } from "./run-folder.mjs";

const TIMEOUT_MS = 10_800_000;

/** More failing files than this are not run again: they have not failed by chance. */
const RUN_AGAIN_MAX = 3;

/**
 * Runs jest for the named projects and counts what passed and what failed. A test that was skipped, a file that could
 * not run and a run that did not end count as failed: nothing is left out in silence. Unless `isStrict`, a few files that
 * failed are run once more by themselves; those that pass then are named as flaky, and count as passed.
 * @param {{ projects: readonly string[], env: NodeJS.ProcessEnv, isStrict: boolean }} options
 */
export async function runJest({ projects, env, isStrict }) {
  const first = await runOnce({ projects, env, options: [] });
  if (isStrict || first.failed === 0 || first.files.length === 0 || first.files.length > RUN_AGAIN_MAX) return first;
  const names = first.files.map((file) => relative(ROOT, file));
  console.error(`\nRunning again what failed:\n  ${names.join("\n  ")}`);
  const options = ["--maxWorkers=1", "--runTestsByPath", ...first.files];
  const second = await runOnce({ projects, env, options });
  const flaky = names.filter((_name, index) => !second.files.includes(first.files[index] ?? ""));
  if (second.failed === 0) {
    console.error(`\nFlaky, to be fixed: failed at first and passed when run again:\n  ${flaky.join("\n  ")}`);
  }
  return {
    passed: first.passed - first.passedInFiles + second.passed,
    failed: first.skippedElsewhere + second.failed,
  };
}

/**
 * @param {{ projects: readonly string[], env: NodeJS.ProcessEnv, options: readonly string[] }} run
 */
async function runOnce({ projects, env, options }) {
  // Soak tests write many large files.
  const folder = createRunFolder({ mayBeInMemory: !projects.includes("soak") });
  const outputFile = join(folder, "result.json");
  const jest = join(ROOT, "node_modules/jest/bin/jest.js");
  const selection = ["--json", `--outputFile=${outputFile}`, "--passWithNoTests", "--selectProjects", ...projects];
  try {
    const child = spawn(NODE, ["--disable-warning=ExperimentalWarning", jest, ...selection, ...options], {
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
    deleteRunFolder(folder);
  }
}

/**
 * @typedef {object} JestResult
 * @property {number} numPassedTests
 * @property {number} numFailedTests
 * @property {number} numPendingTests
 * @property {number} numTodoTests
 * @property {number} numRuntimeErrorTestSuites
 * @property {{ name: string, status: string, assertionResults: { status: string }[] }[]} testResults
 */

/**
 * Counts tests, and files that could not run. `files` are the paths of the files that failed; how many of their tests
 * passed is counted too, and how many tests of the other files were skipped.
 * @param {string} outputFile
 * @param {number | null} code
 */
function count(outputFile, code) {
  /** @type {JestResult} */
  let result;
  try {
    result = JSON.parse(readFileSync(outputFile, "utf8"));
  } catch {
    return { passed: 0, failed: 1, files: [], passedInFiles: 0, skippedElsewhere: 0 };
  }
  const skipped = result.numPendingTests + result.numTodoTests;
  if (skipped > 0) console.error(`${skipped} tests were skipped, which counts as failed.`);
  const failed = result.numFailedTests + result.numRuntimeErrorTestSuites + skipped;
  const failedFiles = result.testResults.filter(({ status }) => status === "failed");
  return {
    passed: result.numPassedTests,
    failed: code === 0 ? failed : Math.max(failed, 1),
    files: failedFiles.map(({ name }) => name),
    passedInFiles: countOf(failedFiles, ["passed"]),
    skippedElsewhere: skipped - countOf(failedFiles, ["pending", "todo"]),
  };
}

/**
 * @param {readonly JestResult["testResults"][number][]} files
 * @param {readonly string[]} statuses
 */
const countOf = (files, statuses) =>
  files.flatMap(({ assertionResults }) => assertionResults).filter(({ status }) => statuses.includes(status)).length;

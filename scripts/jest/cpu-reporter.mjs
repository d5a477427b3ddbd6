// Prints at the end of a run where the CPU time of the tests went. With SKUCAST_TEST_CPU, a file, it writes all of it there.
import { writeFileSync } from "node:fs";
import { relative } from "node:path";
import { ROOT } from "../prepare.mjs";
import { LONG_FILES } from "./long-files.mjs";

const SHOWN_FILES = 12;
/** A file that takes longer than this, and is not in long-files.mjs, can make the end of a run wait for it. */
const LONG_SECONDS = 20;

/** A reporter of jest. */
export default class CpuReporter {
  /** @type {{ path: string, cpuSeconds: number, seconds: number }[]} */
  #files = [];

  /**
   * @param {unknown} _test
   * @param {{ testFilePath: string, cpuSeconds?: number, perfStats: { start: number, end: number } }} result As the runner
   *   of the tests returned it.
   */
  onTestResult(_test, { testFilePath, cpuSeconds = 0, perfStats }) {
    const seconds = (perfStats.end - perfStats.start) / 1_000;
    this.#files.push({ path: relative(ROOT, testFilePath), cpuSeconds, seconds });
  }

  onRunComplete() {
    const sorted = this.#files.sort((a, b) => b.cpuSeconds - a.cpuSeconds);
    const lines = sorted.map(({ path, cpuSeconds, seconds }) => `${shown(cpuSeconds)} ${shown(seconds)}  ${path}`);
    const target = process.env.SKUCAST_TEST_CPU;
    if (target) writeFileSync(target, `${lines.join("\n")}\n`);
    if (sorted.length <= SHOWN_FILES) return;
    const total = sorted.reduce((sum, { cpuSeconds }) => sum + cpuSeconds, 0);
    console.error(`\nCPU time ${total.toFixed(0)} s in ${sorted.length} files; CPU s and s of the largest:`);
    for (const line of lines.slice(0, SHOWN_FILES)) console.error(line);
    const unlisted = sorted.filter(({ path, seconds }) => seconds > LONG_SECONDS && !LONG_FILES.includes(path));
    for (const { path, seconds } of unlisted)
      console.error(`${path} took ${seconds.toFixed(0)} s: list it in long-files.mjs`);
  }
}

const shown = (/** @type {number} */ seconds) => seconds.toFixed(1).padStart(6);

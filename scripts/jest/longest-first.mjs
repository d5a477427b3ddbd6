// The order of the test files: the longest first, so that at the end no core waits for another one's long file. Jest orders
// by size when it has not run a file before, as in a fresh clone.
import { relative } from "node:path";
import { ROOT } from "../prepare.mjs";
import { LONG_FILES } from "./long-files.mjs";

/** @typedef {{ path: string, context: { config: { displayName?: { name: string } } } }} Test */

/** Jest's interface of a test sequencer. */
export default class LongestFirst {
  sort(/** @type {readonly Test[]} */ tests) {
    const rankOf = (/** @type {Test} */ { path, context }) => {
      const listed = LONG_FILES.indexOf(relative(ROOT, path));
      if (listed >= 0) return listed;
      return LONG_FILES.length + (context.config.displayName?.name === "e2e" ? 0 : 1);
    };
    const ranked = tests.map((test) => ({ test, rank: rankOf(test) }));
    return ranked.sort((a, b) => a.rank - b.rank || a.test.path.localeCompare(b.test.path)).map(({ test }) => test);
  }

  /** For `--onlyFailures`: which files failed is not stored, so all of them. */
  allFailedTests(/** @type {readonly Test[]} */ tests) {
    return tests;
  }

  cacheResults() {}
}

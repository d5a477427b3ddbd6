// What an interrupted run has measured, so that `--resume` continues it.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { ROOT } from "./testbed.mjs";

const FILE = join(ROOT, ".skucast/bench-results.json");

/**
 * Results by measurement. `of` says what they are results of: only those of the same commit and length are continued. With
 * `isResumed`, they are those of the interrupted run; throws if there are none. `save` keeps what has been measured so far.
 * @param {{ commit: string, isQuick: boolean }} of
 * @param {boolean} isResumed
 */
export function openResults(of, isResumed) {
  const kept = isResumed ? read(of) : { results: {}, samples: [] };
  return {
    ...kept,
    save() {
      mkdirSync(dirname(FILE), { recursive: true });
      writeFileSync(FILE, JSON.stringify({ of, ...kept }));
    },
  };
}

/** @returns {{ results: Record<string, any>, samples: number[] }} */
function read(of) {
  let text = "";
  try {
    text = readFileSync(FILE, "utf8");
  } catch {
    throw new Error("There is no interrupted run to resume. Run without --resume.");
  }
  const { of: former, results, samples } = JSON.parse(text);
  if (JSON.stringify(former) !== JSON.stringify(of))
    throw new Error(`The interrupted run was of ${JSON.stringify(former)}, this one is of ${JSON.stringify(of)}.`);
  return { results, samples };
}

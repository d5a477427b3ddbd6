import type { Fault } from "./problem.js";

/** A limit, so that a hostile body cannot cause a huge response or much work. */
export const FAULTS_MAX = 100;

/** The errors of the items, in their order. It stops at `FAULTS_MAX` errors and does not check the items after them. */
export function firstFaults<Item>(
  items: Iterable<Item>,
  check: (item: Item, index: number) => readonly Fault[],
): Fault[] {
  const faults: Fault[] = [];
  let index = 0;
  for (const item of items) {
    faults.push(...check(item, index));
    index += 1;
    if (faults.length >= FAULTS_MAX) return faults.slice(0, FAULTS_MAX);
  }
  return faults;
}

import type { Fault } from "./problem.js";

/**
 * An item of a body that JSON.parse or a schema would not read as it was sent, such as one with a number that would
 * change. It takes the place of the item, so that the other items of the body are not affected.
 */
export class FaultyItem {
  /** The item as it was read. */
  readonly value: unknown;
  /** Their pointers begin at the item. */
  readonly faults: readonly Fault[];

  constructor(value: unknown, faults: readonly Fault[]) {
    this.value = value;
    this.faults = faults;
  }
}

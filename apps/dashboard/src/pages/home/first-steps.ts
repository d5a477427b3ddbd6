import type { Destination } from "@skucast/contracts/destinations/destination";
import { texts } from "../../texts/texts.js";

const { steps } = texts.home.checklist;

/** What the workspace has already. */
export interface Found {
  readonly keys: number;
  readonly products: number;
  readonly channels: number;
  readonly destinations: readonly Pick<Destination, "last_test" | "host_keys">[];
  readonly feeds: number;
  /** Whether a file has arrived somewhere. */
  readonly hasDelivered: boolean;
  /** Keys are for managers: for others that step is not theirs. */
  readonly canManage: boolean;
}

export interface Step {
  readonly title: string;
  readonly why: string;
  readonly to: string;
  readonly isDone: boolean;
}

/** The way from nothing to a delivered file, in its order. A step is done by what came of it, not by having been begun. */
export const firstSteps = (found: Found): readonly Step[] => [
  ...(found.canManage ? [{ ...steps.key, isDone: found.keys > 0 }] : []),
  { ...steps.product, isDone: found.products > 0 },
  { ...steps.channel, isDone: found.channels > 0 },
  destinationStep(found),
  { ...steps.feed, isDone: found.feeds > 0 },
  { ...steps.delivered, isDone: found.hasDelivered },
];

/**
 * A server counts as reached when a test of it passed, or a file has arrived without one. Before its key is confirmed a test
 * does not get further than that: it has not failed.
 */
function destinationStep({ destinations, hasDelivered }: Found): Step {
  const { title, to, why, untested, failed } = steps.destination;
  const tests = destinations.flatMap(({ last_test: test, host_keys: keys }) => (keys.length > 0 ? [test?.status] : []));
  const isDone = hasDelivered || tests.includes("passed");
  if (isDone || destinations.length === 0) return { title, to, why, isDone };
  return { title, to, why: tests.includes("failed") ? failed : untested, isDone };
}

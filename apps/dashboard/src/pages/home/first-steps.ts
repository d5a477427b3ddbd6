import type { Destination } from "@skucast/contracts/destinations/destination";
import { texts } from "../../texts/first-view.js";

const { steps } = texts.home.checklist;

/** The page of each step. */
const PLACES = {
  product: "/products",
  channel: "/channels",
  destination: "/destinations",
  feed: "/feeds",
  delivered: "/feeds",
} as const satisfies Readonly<Record<keyof typeof steps, string>>;

/** What the workspace already has. */
export interface SetupState {
  readonly products: number;
  readonly channels: number;
  readonly destinations: readonly Pick<Destination, "last_test" | "host_keys">[];
  readonly feeds: number;
  /** Whether a file has been delivered. */
  readonly hasDelivered: boolean;
}

export interface Step {
  readonly title: string;
  readonly why: string;
  readonly to: string;
  readonly isDone: boolean;
}

/** The steps to the first delivered file. A step is done when its result exists. */
export const firstSteps = (state: SetupState): readonly Step[] => [
  { ...steps.product, to: PLACES.product, isDone: state.products > 0 },
  { ...steps.channel, to: PLACES.channel, isDone: state.channels > 0 },
  destinationStep(state),
  { ...steps.feed, to: PLACES.feed, isDone: state.feeds > 0 },
  { ...steps.delivered, to: PLACES.delivered, isDone: state.hasDelivered },
];

/**
 * Done when a test has passed or a file has been delivered. A test before the host key is confirmed always stops there,
 * so it does not count as failed.
 */
function destinationStep({ destinations, hasDelivered }: SetupState): Step {
  const { title, why, untested, failed } = steps.destination;
  const to = PLACES.destination;
  const tests = destinations.flatMap(({ last_test: test, host_keys: keys }) => (keys.length > 0 ? [test?.status] : []));
  const isDone = hasDelivered || tests.includes("passed");
  if (isDone || destinations.length === 0) return { title, to, why, isDone };
  return { title, to, why: tests.includes("failed") ? failed : untested, isDone };
}

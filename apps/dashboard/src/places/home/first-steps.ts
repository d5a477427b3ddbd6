import { texts } from "../../texts/texts.js";

const { steps } = texts.home.checklist;

/** What the workspace has already. */
export interface Found {
  readonly keys: number;
  readonly products: number;
  readonly channels: number;
  readonly destinations: number;
  readonly feeds: number;
  /** Whether a file has arrived somewhere. */
  readonly hasDelivered: boolean;
  /** Keys are for managers: for others that step is not theirs. */
  readonly mayManage: boolean;
}

export interface Step {
  readonly title: string;
  readonly why: string;
  readonly to: string;
  readonly isDone: boolean;
}

/** The way from nothing to a delivered file, in its order. */
export const firstSteps = (found: Found): readonly Step[] => [
  ...(found.mayManage ? [{ ...steps.key, isDone: found.keys > 0 }] : []),
  { ...steps.product, isDone: found.products > 0 },
  { ...steps.channel, isDone: found.channels > 0 },
  { ...steps.destination, isDone: found.destinations > 0 },
  { ...steps.feed, isDone: found.feeds > 0 },
  { ...steps.delivered, isDone: found.hasDelivered },
];

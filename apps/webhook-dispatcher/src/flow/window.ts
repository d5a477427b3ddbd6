/** What of an endpoint decides how many places it may have. */
export interface Holder {
  readonly workspaceId: string;
  /** Deliveries under way. */
  inFlightCount: number;
  readonly waiting: { readonly length: number };
  /** Whether it has shown that it answers soon. To be changed by `prove` alone. */
  isProven: boolean;
}

/**
 * The places of one process, as many as deliveries that it has in hand, and how workspaces share them. A bound for each
 * of them goes by what is free, twice as much, so that one alone may have two thirds, two may have two fifths each, and
 * however many there are something is left for the next one (dynamic thresholds: Choudhury and Hahne, IEEE/ACM
 * Transactions on Networking 6(2), 1998).
 */
export interface Window {
  /** Whether its workspace may have one more of it in hand. Those that have not shown that they answer share half of the places. */
  hasShare(holder: Holder): boolean;
  /** Whether its workspace has more than that: it had shown that it answers when they came, and does not now. */
  isOver(holder: Holder): boolean;
  /** How many more of this endpoint may be in hand, were all of them its own. */
  roomOf(holder: Holder): number;
  /** Whether one more of its workspace may be under way. */
  mayBegin(holder: Holder): boolean;
  /** Whether one more that was asked for may be under way for its workspace, beside what else is. */
  mayAsk(holder: Holder): boolean;
  isFull(): boolean;
  /** Whether the last places are reached, which are for those who begin at once: nobody waits in them. */
  isCrowded(): boolean;
  /** Whether less than this share is taken of what those leave that have not shown that they answer; three quarters unless told. */
  isRoomy(share?: number): boolean;
  /** One more is in hand, or so many fewer. */
  hold(holder: Holder, count?: number): void;
  /** One of those in hand is under way, or no more. */
  begin(holder: Holder): void;
  end(holder: Holder): void;
  /** One that was asked for has begun, or so many fewer are under way. */
  ask(holder: Holder, count: 1 | -1): void;
  prove(holder: Holder, isProven: boolean): void;
}

/** What a bound is of what is free. */
const FACTOR = 2;
const UNPROVEN_SHARE = 0.5;
const ROOMY_SHARE = 0.75;
const CROWDED_SHARE = 0.9;
/** That somebody asked for, of one workspace, under way beside its share. */
const ASKED_MAX = 5;

interface Counts {
  inFlight: number;
  asked: number;
  /** In hand for endpoints that have not shown that they answer. */
  unproven: number;
}

export function createWindow(max: number): Window {
  const all = { held: 0, inFlight: 0, asked: 0, unproven: 0 };
  const workspaces = new Map<string, Counts>();
  const NOTHING: Readonly<Counts> = { inFlight: 0, asked: 0, unproven: 0 };

  function add({ workspaceId }: Holder, name: keyof Counts, count: number): void {
    const counts = workspaces.get(workspaceId) ?? { ...NOTHING };
    counts[name] += count;
    all[name] += count;
    if (counts.inFlight === 0 && counts.asked === 0 && counts.unproven === 0) workspaces.delete(workspaceId);
    else workspaces.set(workspaceId, counts);
  }

  const countsOf = ({ workspaceId }: Holder) => workspaces.get(workspaceId) ?? NOTHING;

  /** One at least, however little is free: nobody is shut out for good. */
  const boundOf = (free: number) => Math.max(1, FACTOR * free);

  function shareOf(holder: Holder): number {
    if (holder.isProven) return Number.POSITIVE_INFINITY;
    const bound = boundOf(max * UNPROVEN_SHARE - all.unproven);
    return Math.ceil(bound - countsOf(holder).unproven);
  }

  return {
    hasShare: (holder) => shareOf(holder) > 0,
    isOver: (holder) => shareOf(holder) < 0,
    roomOf: (holder) => Math.max(0, Math.min(max - all.held, shareOf(holder))),
    mayBegin: (holder) => countsOf(holder).inFlight < boundOf(max - all.inFlight),
    mayAsk: (holder) => countsOf(holder).asked < ASKED_MAX,
    isFull: () => all.held >= max,
    isCrowded: () => all.held >= CROWDED_SHARE * max,
    isRoomy: (share = ROOMY_SHARE) => all.held - all.unproven < share * Math.max(0, max - all.unproven),
    hold(holder, count = 1) {
      all.held += count;
      if (!holder.isProven) add(holder, "unproven", count);
    },
    begin(holder) {
      holder.inFlightCount += 1;
      add(holder, "inFlight", 1);
    },
    end(holder) {
      holder.inFlightCount -= 1;
      add(holder, "inFlight", -1);
    },
    ask: (holder, count) => add(holder, "asked", count),
    prove(holder, isProven) {
      if (holder.isProven === isProven) return;
      const heldCount = holder.inFlightCount + holder.waiting.length;
      add(holder, "unproven", isProven ? -heldCount : heldCount);
      holder.isProven = isProven;
    },
  };
}

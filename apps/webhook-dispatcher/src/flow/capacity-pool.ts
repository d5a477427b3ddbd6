/** What the pool needs to know about an endpoint's limiter. */
export interface PoolMember {
  readonly workspaceId: string;
  /** Attempts in flight. */
  inFlightCount: number;
  readonly waiting: { readonly length: number };
  /** Whether the endpoint has shown that it answers soon. Only `setProven` changes it. */
  isProven: boolean;
}

/**
 * The capacity of one process for deliveries in hand (in flight, or waiting for their endpoint), and how workspaces
 * share it. A workspace may use twice what is free. One workspace alone can therefore use two thirds, two can use two
 * fifths each, and some capacity is always left for the next one (dynamic thresholds: Choudhury and Hahne, IEEE/ACM
 * Transactions on Networking 6(2), 1998).
 */
export interface CapacityPool {
  /** Whether the member's workspace may have one more delivery in hand. Unproven endpoints share half of the capacity. */
  hasShare(member: PoolMember): boolean;
  /** Whether the member's workspace exceeds its share, because endpoints that were proven no longer are. */
  isOverShare(member: PoolMember): boolean;
  /** How many more deliveries of this endpoint fit, if no other endpoint takes any. */
  capacityOf(member: PoolMember): number;
  /** Whether one more attempt of the member's workspace may start. */
  canStart(member: PoolMember): boolean;
  /** Whether one more requested attempt may start for the member's workspace, in addition to its share. */
  canStartRequested(member: PoolMember): boolean;
  isFull(): boolean;
  /** Whether only the reserve is left. The reserve is for deliveries that start at once; none may wait in it. */
  isCrowded(): boolean;
  /** Whether less than this share is used of the capacity that unproven endpoints leave; three quarters by default. */
  hasCapacity(share?: number): boolean;
  /** Changes the number of deliveries in hand. */
  hold(member: PoolMember, count?: number): void;
  /** A delivery in hand is now in flight. */
  start(member: PoolMember): void;
  /** An attempt is no longer in flight. */
  finish(member: PoolMember): void;
  /** Changes the number of requested attempts in flight. */
  countRequested(member: PoolMember, count: 1 | -1): void;
  setProven(member: PoolMember, isProven: boolean): void;
}

/** A workspace may use this many times what is free. */
const FREE_FACTOR = 2;
const UNPROVEN_SHARE = 0.5;
const CAPACITY_SHARE = 0.75;
const CROWDED_SHARE = 0.9;
/** Requested attempts of one workspace in flight in addition to its share. */
const REQUESTED_MAX = 5;

interface Counts {
  inFlight: number;
  requested: number;
  /** Deliveries in hand for unproven endpoints. */
  unproven: number;
}

export function createCapacityPool(max: number): CapacityPool {
  const all = { held: 0, inFlight: 0, requested: 0, unproven: 0 };
  const workspaces = new Map<string, Counts>();
  const NOTHING: Readonly<Counts> = { inFlight: 0, requested: 0, unproven: 0 };

  function add({ workspaceId }: PoolMember, name: keyof Counts, count: number): void {
    const counts = workspaces.get(workspaceId) ?? { ...NOTHING };
    counts[name] += count;
    all[name] += count;
    if (counts.inFlight === 0 && counts.requested === 0 && counts.unproven === 0) workspaces.delete(workspaceId);
    else workspaces.set(workspaceId, counts);
  }

  const countsOf = ({ workspaceId }: PoolMember) => workspaces.get(workspaceId) ?? NOTHING;

  /** At least one, so that no workspace is locked out. */
  const boundOf = (free: number) => Math.max(1, FREE_FACTOR * free);

  function shareLeft(member: PoolMember): number {
    if (member.isProven) return Number.POSITIVE_INFINITY;
    const bound = boundOf(max * UNPROVEN_SHARE - all.unproven);
    return Math.ceil(bound - countsOf(member).unproven);
  }

  return {
    hasShare: (member) => shareLeft(member) > 0,
    isOverShare: (member) => shareLeft(member) < 0,
    capacityOf: (member) => Math.max(0, Math.min(max - all.held, shareLeft(member))),
    canStart: (member) => countsOf(member).inFlight < boundOf(max - all.inFlight),
    canStartRequested: (member) => countsOf(member).requested < REQUESTED_MAX,
    isFull: () => all.held >= max,
    isCrowded: () => all.held >= CROWDED_SHARE * max,
    hasCapacity: (share = CAPACITY_SHARE) => all.held - all.unproven < share * Math.max(0, max - all.unproven),
    hold(member, count = 1) {
      all.held += count;
      if (!member.isProven) add(member, "unproven", count);
    },
    start(member) {
      member.inFlightCount += 1;
      add(member, "inFlight", 1);
    },
    finish(member) {
      member.inFlightCount -= 1;
      add(member, "inFlight", -1);
    },
    countRequested: (member, count) => add(member, "requested", count),
    setProven(member, isProven) {
      if (member.isProven === isProven) return;
      const heldCount = member.inFlightCount + member.waiting.length;
      add(member, "unproven", isProven ? -heldCount : heldCount);
      member.isProven = isProven;
    },
  };
}

import { createInFlightCap, type InFlightCap } from "./in-flight-cap.js";

/** What the limits need to know about an endpoint's limiter. */
export interface HostMember<Member> {
  readonly workspaceId: string;
  inFlightCount: number;
  readonly cap: InFlightCap;
  /** The host that the endpoint names; undefined until that is known. Only HostLimits changes it. */
  host: HostLimit<Member> | undefined;
}

/** What one process knows about a host that endpoints name, in any workspace. */
export interface HostLimit<Member> {
  readonly name: string;
  /** The endpoints on this host that the process knows. */
  readonly members: Set<Member>;
  /** Endpoints with deliveries that wait for a slot of the host; the one that waits longest comes first. */
  readonly waiters: Set<Member>;
  readonly cap: InFlightCap;
  inFlightCount: number;
  /** Attempts in flight by workspace. */
  readonly inFlightOf: Map<string, number>;
  isVerified: boolean;
}

/**
 * Limits the attempts in flight to each host across workspaces. Anyone may name any host as an endpoint, and many
 * endpoints together would be an attack on it. So all endpoints of a host together get as many slots as one endpoint
 * gets: ten, and more while requests to it succeed, up to the maximum of an endpoint. The limit does not matter to a
 * host with one endpoint, and ends when the host has answered a challenge.
 */
export interface HostLimits<Member> {
  /** Counts the endpoint's attempts for this host from now on. */
  join(limiter: Member, name: string): void;
  /** Forgets the endpoint. */
  leave(limiter: Member): void;
  /** Hosts that have answered a challenge, and are not limited. */
  setVerified(names: ReadonlySet<string>): void;
}

/** As in the pool of the process: a workspace may use twice what is free, and always one. */
const FREE_FACTOR = 2;

export function createHostLimits<Member extends HostMember<Member>>(inFlightMax: () => number): HostLimits<Member> {
  const hosts = new Map<string, HostLimit<Member>>();
  let verified: ReadonlySet<string> = new Set();

  function hostOf(name: string): HostLimit<Member> {
    const known = hosts.get(name);
    if (known) return known;
    const host: HostLimit<Member> = {
      name,
      members: new Set(),
      waiters: new Set(),
      cap: createInFlightCap(inFlightMax),
      inFlightCount: 0,
      inFlightOf: new Map(),
      isVerified: verified.has(name),
    };
    hosts.set(name, host);
    return host;
  }

  function leave(limiter: Member): void {
    const { host } = limiter;
    if (host === undefined) return;
    countAtHost(limiter, -limiter.inFlightCount);
    host.members.delete(limiter);
    host.waiters.delete(limiter);
    limiter.host = undefined;
    if (host.members.size === 0) hosts.delete(host.name);
  }

  return {
    join(limiter, name) {
      if (limiter.host?.name === name) return;
      leave(limiter);
      limiter.host = hostOf(name);
      limiter.host.members.add(limiter);
      countAtHost(limiter, limiter.inFlightCount);
    },
    leave,
    setVerified(names) {
      verified = names;
      for (const host of hosts.values()) host.isVerified = names.has(host.name);
    },
  };
}

/** Whether the endpoint shares the slots of its host with others. */
const isLimited = (host: HostLimit<unknown>): boolean => !host.isVerified && host.members.size > 1;

/** Changes the number of the endpoint's attempts in flight that its host counts. */
export function countAtHost({ host, workspaceId }: HostMember<unknown>, count: number): void {
  if (host === undefined || count === 0) return;
  host.inFlightCount += count;
  const own = (host.inFlightOf.get(workspaceId) ?? 0) + count;
  if (own === 0) host.inFlightOf.delete(workspaceId);
  else host.inFlightOf.set(workspaceId, own);
}

/** Whether the endpoint's host takes one more attempt of its workspace. */
export function hasHostSlot({ host, workspaceId }: HostMember<unknown>): boolean {
  if (host === undefined || !isLimited(host)) return true;
  const own = host.inFlightOf.get(workspaceId) ?? 0;
  return own < Math.max(1, FREE_FACTOR * (host.cap.current() - host.inFlightCount));
}

/** The slots that the endpoint can count on: its own, or an equal part of those of its host. */
export function slotsOf({ cap, host }: HostMember<unknown>): number {
  if (host === undefined || !isLimited(host)) return cap.current();
  return Math.max(1, Math.min(cap.current(), Math.floor(host.cap.current() / host.members.size)));
}

/** Learns from a success: a host that answers while all its slots are taken gets more. */
export function recordHostSuccess({ host }: HostMember<unknown>): void {
  if (host !== undefined && !host.isVerified && host.inFlightCount >= host.cap.current()) host.cap.grow();
}

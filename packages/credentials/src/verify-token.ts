import type { Principal } from "@skucast/contracts/principal";
import { Problem } from "@skucast/contracts/problem";
import type { ChangedSubjects } from "./changed-subjects.js";
import { type ClockReadings, elapsedMs } from "./clock-readings.js";
import { hashToken, type TokenKind, tokenKind } from "./token.js";

/** Where a credential is looked up. A replica may lag; the primary does not. */
export type Source = "replica" | "primary";

/** A valid credential. */
export interface Found {
  /** Its principal; null if it is known but has no workspace. */
  readonly principal: Principal | null;
  /** Why a known credential has no principal, if the reason is not that it lacks a workspace. */
  readonly refusal?: "second_factor_required" | "single_sign_on_required";
  /** Subjects whose change revokes or changes it. */
  readonly subjects: readonly string[];
  /** When it expires; null if it does not. */
  readonly expiresAt: Date | null;
}

/** Finds the valid credential of a hash; null if it is unknown, expired or revoked. */
export type FindCredential = (
  secretHash: Buffer,
  kind: Exclude<TokenKind, "rt">,
  source: Source,
) => Promise<Found | null>;

/** How current this process's knowledge of revocations is. */
export interface Freshness {
  /** Whether every revocation committed more than about 1.5 s ago is known. */
  isConfirmed(): boolean;
  /** Whether, in addition, there is a replica whose lag is shorter than the time for which changes are remembered. */
  hasReplica(): boolean;
}

export interface TokenVerifierOptions {
  readonly find: FindCredential;
  readonly changes: ChangedSubjects;
  readonly freshness: Freshness;
  readonly now: () => ClockReadings;
}

/** How long a result of the primary is trusted while the feed is not confirmed: half of the guaranteed 2 s. */
export const UNCONFIRMED_MS = 1_000;
/**
 * The same while the feed is confirmed. A revocation then removes the entry; the time limit is for changes that the
 * feed does not report.
 */
export const CONFIRMED_MS = 10_000;
const ENTRIES_MAX = 10_000;
/** One revocation arrives twice, by bus and by journal. */
const ATTEMPTS_MAX = 3;

/** One result of the store, as of the start of the look-up. */
interface Entry {
  readonly found: Found;
  readonly source: Source;
  readonly startedAt: ClockReadings;
  readonly mark: number;
}

interface LookUp {
  readonly startedAt: ClockReadings;
  readonly entry: Promise<Entry | null>;
}

/**
 * Verifies tokens: format and checksum first, then a bounded cache by hash, then the store. Concurrent requests with
 * one token share a look-up. Rejections and failures are not cached. Throws `unavailable` if a credential changes
 * faster than it can be read.
 */
export function createTokenVerifier({ find, changes, freshness, now }: TokenVerifierOptions) {
  const cache = new Map<string, Entry>();
  const pending = new Map<string, LookUp>();

  return async function verifyToken(token: string): Promise<Found | null> {
    const kind = tokenKind(token);
    if (kind === null || kind === "rt") return null;
    const secretHash = hashToken(token);
    const key = secretHash.toString("base64");
    const known = cache.get(key);
    if (known && isFresh(known)) return known.found;
    const entry = await shareLookUp(key, () => lookUp(secretHash, kind));
    return entry?.found ?? null;
  };

  function isFresh({ found, source, startedAt, mark }: Entry): boolean {
    const at = now();
    const unconfirmedMs = source === "primary" ? UNCONFIRMED_MS : 0;
    if (elapsedMs(startedAt, at) >= (freshness.isConfirmed() ? CONFIRMED_MS : unconfirmedMs)) return false;
    return !hasExpired(found, at) && !changes.haveChangedSince(mark, found.subjects);
  }

  /** Does not share a look-up that started longer ago than a result may be trusted. */
  function shareLookUp(key: string, start: () => Promise<Entry | null>): Promise<Entry | null> {
    const cached = pending.get(key);
    if (cached && elapsedMs(cached.startedAt, now()) < UNCONFIRMED_MS) return cached.entry;
    const own: LookUp = { startedAt: now(), entry: start().then((entry) => keep(key, entry)) };
    pending.set(key, own);
    const end = () => {
      if (pending.get(key) === own) pending.delete(key);
    };
    own.entry.then(end, end);
    return own.entry;
  }

  function keep(key: string, entry: Entry | null): Entry | null {
    const cached = cache.get(key);
    cache.delete(key);
    if (entry === null) return null;
    // Of two concurrent look-ups, the one that started later is more current, no matter which ends first.
    cache.set(key, cached && cached.mark > entry.mark ? cached : entry);
    if (cache.size > ENTRIES_MAX) cache.delete(cache.keys().next().value ?? "");
    return entry;
  }

  /** Looks up again if one of the subjects changed in the meantime. */
  async function lookUp(secretHash: Buffer, kind: Exclude<TokenKind, "rt">): Promise<Entry | null> {
    for (let attempt = 1; attempt <= ATTEMPTS_MAX; attempt += 1) {
      const entry = (await findInReplica(secretHash, kind)) ?? (await findIn(secretHash, kind, "primary"));
      if (entry === null || hasExpired(entry.found, now())) return null;
      if (!changes.haveChangedSince(entry.mark, entry.found.subjects)) return entry;
    }
    throw new Problem("unavailable", "The credential is being changed. Try again.", {
      headers: { "Retry-After": "1" },
    });
  }

  /**
   * Null unless the replica has the credential and can be trusted. It cannot if a subject changed lately. The primary
   * may have credentials that the replica does not.
   */
  async function findInReplica(secretHash: Buffer, kind: Exclude<TokenKind, "rt">): Promise<Entry | null> {
    if (!freshness.hasReplica()) return null;
    const entry = await findIn(secretHash, kind, "replica").catch(() => null);
    return entry && freshness.hasReplica() && !changes.haveChangedLately(entry.found.subjects) ? entry : null;
  }

  async function findIn(secretHash: Buffer, kind: Exclude<TokenKind, "rt">, source: Source): Promise<Entry | null> {
    const startedAt = now();
    const mark = changes.mark();
    const found = await find(secretHash, kind, source);
    return found && { found, source, startedAt, mark };
  }
}

const hasExpired = ({ expiresAt }: Found, { wallMs }: ClockReadings): boolean =>
  expiresAt !== null && expiresAt.getTime() <= wallMs;

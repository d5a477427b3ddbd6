import type { Principal } from "@skucast/contracts/principal";
import { Problem } from "@skucast/contracts/problem";
import type { ChangedSubjects } from "./changed-subjects.js";
import { elapsedMs, type Moment } from "./moment.js";
import { hashToken, type TokenKind, tokenKind } from "./token.js";

/** Where a credential is looked up: a replica may lag behind, the primary may not. */
export type Source = "replica" | "primary";

/** A live credential. */
export interface Found {
  /** Whom it stands for; null when it is known and reaches no workspace. */
  readonly principal: Principal | null;
  /** Ids whose change ends or changes it. */
  readonly subjects: readonly string[];
  /** When it ends by itself; null when it does not. */
  readonly expiresAt: Date | null;
}

/** Finds the live credential of a hash; null when there is none, it expired or it was revoked. */
export type FindCredential = (
  secretHash: Buffer,
  kind: Exclude<TokenKind, "rt">,
  source: Source,
) => Promise<Found | null>;

/** How much of what happens elsewhere reaches this process just now. */
export interface Freshness {
  /** Every revocation that was committed some 1.5 s ago is known here. */
  isConfirmed(): boolean;
  /** And there is a replica, which lags by less than changes are remembered. */
  hasReplica(): boolean;
}

export interface TokenVerifierOptions {
  readonly find: FindCredential;
  readonly changes: ChangedSubjects;
  readonly freshness: Freshness;
  readonly now: () => Moment;
}

/** Without word from the feed, an answer of the primary is believed for so long: half of the 2 s of the promise. */
export const UNCONFIRMED_MS = 1_000;
/** With it, revocations end an entry; its age is bounded for what the feed does not tell. */
export const CONFIRMED_MS = 10_000;
const ENTRIES_MAX = 10_000;
/** One revocation arrives twice, by bus and by journal. */
const ATTEMPTS_MAX = 3;

/** One answer of the store, as of the beginning of the look-up. */
interface Entry {
  readonly found: Found;
  readonly source: Source;
  readonly startedAt: Moment;
  readonly mark: number;
}

interface LookUp {
  readonly startedAt: Moment;
  readonly entry: Promise<Entry | null>;
}

/**
 * Finds what a token stands for: form and checksum first, then a bounded cache by hash, then the store. Concurrent
 * requests of one token share a look-up; refusals and failures are not kept. Throws `unavailable` when a credential
 * changes faster than it can be read.
 */
export function createTokenVerifier({ find, changes, freshness, now }: TokenVerifierOptions) {
  const cache = new Map<string, Entry>();
  const underWay = new Map<string, LookUp>();

  return async function verifyToken(token: string): Promise<Found | null> {
    const kind = tokenKind(token);
    if (kind === null || kind === "rt") return null;
    const secretHash = hashToken(token);
    const key = secretHash.toString("base64");
    const known = cache.get(key);
    if (known && isBelieved(known)) return known.found;
    const entry = await joinLookUp(key, () => lookUp(secretHash, kind));
    return entry?.found ?? null;
  };

  function isBelieved({ found, source, startedAt, mark }: Entry): boolean {
    const at = now();
    const unconfirmedMs = source === "primary" ? UNCONFIRMED_MS : 0;
    if (elapsedMs(startedAt, at) >= (freshness.isConfirmed() ? CONFIRMED_MS : unconfirmedMs)) return false;
    return !hasExpired(found, at) && !changes.haveChangedSince(mark, found.subjects);
  }

  /** A look-up that began longer ago than an answer may be believed is not joined. */
  function joinLookUp(key: string, start: () => Promise<Entry | null>): Promise<Entry | null> {
    const present = underWay.get(key);
    if (present && elapsedMs(present.startedAt, now()) < UNCONFIRMED_MS) return present.entry;
    const own: LookUp = { startedAt: now(), entry: start().then((entry) => keep(key, entry)) };
    underWay.set(key, own);
    const end = () => {
      if (underWay.get(key) === own) underWay.delete(key);
    };
    own.entry.then(end, end);
    return own.entry;
  }

  function keep(key: string, entry: Entry | null): Entry | null {
    const present = cache.get(key);
    cache.delete(key);
    if (entry === null) return null;
    // Of two look-ups side by side the one that began later knows more, whichever ends first.
    cache.set(key, present && present.mark > entry.mark ? present : entry);
    if (cache.size > ENTRIES_MAX) cache.delete(cache.keys().next().value ?? "");
    return entry;
  }

  /** An answer that a change of its subjects has overtaken says nothing: the store is asked again. */
  async function lookUp(secretHash: Buffer, kind: Exclude<TokenKind, "rt">): Promise<Entry | null> {
    for (let attempt = 1; attempt <= ATTEMPTS_MAX; attempt += 1) {
      const entry = (await askReplica(secretHash, kind)) ?? (await ask(secretHash, kind, "primary"));
      if (entry === null || hasExpired(entry.found, now())) return null;
      if (!changes.haveChangedSince(entry.mark, entry.found.subjects)) return entry;
    }
    throw new Problem("unavailable", "The credential is being changed; try again.", {
      headers: { "Retry-After": "1" },
    });
  }

  /**
   * Null unless the replica knows the credential and may be believed: not when a subject changed lately, of which it may
   * not know yet. What it does not know the primary may.
   */
  async function askReplica(secretHash: Buffer, kind: Exclude<TokenKind, "rt">): Promise<Entry | null> {
    if (!freshness.hasReplica()) return null;
    const entry = await ask(secretHash, kind, "replica").catch(() => null);
    return entry && freshness.hasReplica() && !changes.haveChangedLately(entry.found.subjects) ? entry : null;
  }

  async function ask(secretHash: Buffer, kind: Exclude<TokenKind, "rt">, source: Source): Promise<Entry | null> {
    const startedAt = now();
    const mark = changes.mark();
    const found = await find(secretHash, kind, source);
    return found && { found, source, startedAt, mark };
  }
}

const hasExpired = ({ expiresAt }: Found, { wallMs }: Moment): boolean =>
  expiresAt !== null && expiresAt.getTime() <= wallMs;

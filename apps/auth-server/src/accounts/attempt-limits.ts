import { hash } from "node:crypto";
import { countAttempt, windowStart } from "@skucast/db/attempts/count-attempt";
import { forgetAttempts, uncountAttempt } from "@skucast/db/attempts/forgive-attempts";
import type { AccountsContext } from "./accounts-context.js";

/** How often something may be tried in a window of time. */
interface AttemptLimit {
  readonly name: string;
  readonly windowSeconds: number;
  readonly max: number;
}

export const ATTEMPT_LIMITS = {
  /** Failures for one e-mail address, whether it has an account or not. */
  signInPerAccount: { name: "sign_in.account", windowSeconds: 900, max: 10 },
  /** Failures from one network address, for whomever. */
  signInPerNetwork: { name: "sign_in.network", windowSeconds: 900, max: 50 },
  /** Wrong present passwords when a signed-in person sets another one. */
  passwordPerUser: { name: "password.user", windowSeconds: 900, max: 10 },
  /** Accounts asked for from one network address; each costs the hash of a password. */
  signUpPerNetwork: { name: "sign_up.network", windowSeconds: 3_600, max: 20 },
  /** Links of invitations opened from one network address that lead nowhere. */
  invitationPerNetwork: { name: "invitation.network", windowSeconds: 900, max: 100 },
} as const satisfies Record<string, AttemptLimit>;

type AttemptContext = Pick<AccountsContext, "db" | "clock">;

/**
 * Counts an attempt before it is made, so that many at once are counted as many; answers the seconds to wait when it is
 * one too many, until its window is over, and 0 when it may be made. What succeeds is forgiven afterwards.
 */
export async function countTry(ctx: AttemptContext, limit: AttemptLimit, subject: string): Promise<number> {
  const [now, { windowSeconds }] = [ctx.clock.now(), limit];
  const count = await countAttempt(ctx.db, keyOf(limit, subject), windowSeconds, now);
  if (count <= limit.max) return 0;
  const elapsedMs = now.getTime() - windowStart(windowSeconds, now).getTime();
  return Math.ceil(windowSeconds - elapsedMs / 1_000);
}

/** Forgets the failures of a subject. */
export const forgiveAll = (ctx: AttemptContext, limit: AttemptLimit, subject: string): Promise<void> =>
  forgetAttempts(ctx.db, keyOf(limit, subject));

/** Takes back the one attempt that did not fail. */
export const forgiveOne = (ctx: AttemptContext, limit: AttemptLimit, subject: string): Promise<void> =>
  uncountAttempt(ctx.db, keyOf(limit, subject), limit.windowSeconds, ctx.clock.now());

/** Hashed: people type passwords into the field for the address. */
const keyOf = ({ name }: AttemptLimit, subject: string): string => `${name}:${hash("sha256", subject, "base64url")}`;

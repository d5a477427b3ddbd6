import { hash } from "node:crypto";
import { countAttempt, windowStart } from "@skucast/db/attempts/count-attempt";
import { clearAttempts, uncountAttempt } from "@skucast/db/attempts/forgive-attempts";
import type { AccountsContext } from "./accounts-context.js";

/** How many attempts are allowed in a time window. */
interface AttemptLimit {
  readonly name: string;
  readonly windowSeconds: number;
  readonly max: number;
}

export const ATTEMPT_LIMITS = {
  /** Failed sign-ins for one email address, with or without an account. */
  signInPerAccount: { name: "sign_in.account", windowSeconds: 900, max: 10 },
  /** Failed sign-ins from one network, for any account. */
  signInPerNetwork: { name: "sign_in.network", windowSeconds: 900, max: 50 },
  /** Wrong current passwords entered by a signed-in user who changes the password. */
  passwordPerUser: { name: "password.user", windowSeconds: 900, max: 10 },
  /** Sign-ups from one network. Each costs a password hash. */
  signUpPerNetwork: { name: "sign_up.network", windowSeconds: 3_600, max: 20 },
  /** Invalid invitation links opened from one network. */
  invitationPerNetwork: { name: "invitation.network", windowSeconds: 900, max: 100 },
} as const satisfies Record<string, AttemptLimit>;

type AttemptContext = Pick<AccountsContext, "db" | "clock">;

/**
 * Counts an attempt before it is made, so that concurrent attempts are all counted. Returns 0 if the attempt is
 * allowed, otherwise the seconds until the window ends. The caller takes back attempts that succeed.
 */
export async function checkAttemptLimit(ctx: AttemptContext, limit: AttemptLimit, subject: string): Promise<number> {
  const now = ctx.clock.now();
  const { windowSeconds } = limit;
  const count = await countAttempt(ctx.db, keyOf(limit, subject), windowSeconds, now);
  if (count <= limit.max) return 0;
  const elapsedMs = now.getTime() - windowStart(windowSeconds, now).getTime();
  return Math.ceil(windowSeconds - elapsedMs / 1_000);
}

/** Clears the failed attempts of a subject. */
export const resetAttempts = (ctx: AttemptContext, limit: AttemptLimit, subject: string): Promise<void> =>
  clearAttempts(ctx.db, keyOf(limit, subject));

/** Takes back one attempt, because it succeeded. */
export const undoAttempt = (ctx: AttemptContext, limit: AttemptLimit, subject: string): Promise<void> =>
  uncountAttempt(ctx.db, keyOf(limit, subject), limit.windowSeconds, ctx.clock.now());

/** The subject is hashed because people sometimes type their password into the email field. */
const keyOf = ({ name }: AttemptLimit, subject: string): string => `${name}:${hash("sha256", subject, "base64url")}`;

import { hash } from "node:crypto";
import { clearAttempts, countAttempt, uncountAttempt, windowStart } from "@skucast/db/attempts/attempt-counts";
import { type DelaySchedule, forgetDelay, takeAttempt } from "@skucast/db/attempts/delay-attempts";
import type { AccountsContext } from "./accounts-context.js";

/** How many attempts are allowed in a time window. */
interface AttemptLimit {
  readonly name: string;
  readonly windowSeconds: number;
  readonly max: number;
}

export const ATTEMPT_LIMITS = {
  /** Failed sign-ins for one email address, with or without an account, from devices that are not known to it. */
  signInPerAccount: { name: "sign_in.account", windowSeconds: 900, max: 100 },
  /** Failed sign-ins from one network, for any account. */
  signInPerNetwork: { name: "sign_in.network", windowSeconds: 900, max: 50 },
  /** Sign-ins with single sign-on that one network starts. Each calls an identity provider. */
  singleSignOnPerNetwork: { name: "single_sign_on.network", windowSeconds: 900, max: 100 },
  /** Sign-ups from one network. Each costs a mail, or a password hash where none is sent. */
  signUpPerNetwork: { name: "sign_up.network", windowSeconds: 3_600, max: 20 },
  /** Invalid invitation links opened from one network. */
  invitationPerNetwork: { name: "invitation.network", windowSeconds: 900, max: 100 },
  /** Invalid mailed links opened from one network. */
  linkPerNetwork: { name: "link.network", windowSeconds: 900, max: 100 },
  /** Mails of one kind that forms may send to one address, with or without an account, from all networks together. */
  mailPerAddress: { name: "mail.address", windowSeconds: 3_600, max: 10 },
  /** Those that one network may ask for, so that it leaves some to the others. */
  mailPerAddressFromNetwork: { name: "mail.pair", windowSeconds: 3_600, max: 4 },
  /** Those that a device may ask for on which the account has signed in. No one else can use them up. */
  mailOnDevice: { name: "mail.device", windowSeconds: 3_600, max: 4 },
  /** Changes of the address that one person requests. Each is mailed to the present address as well. */
  emailChangePerUser: { name: "change_email.user", windowSeconds: 3_600, max: 5 },
  /** Mails of one kind about what happened to an account whose address was proven. */
  newsPerAddress: { name: "news.address", windowSeconds: 3_600, max: 20 },
  /** All such mails to an address that was not: it may be another person's. */
  newsPerUnprovenAddress: { name: "news.unproven", windowSeconds: 3_600, max: 5 },
  /** Requests for mails from one network. */
  mailPerNetwork: { name: "mail.network", windowSeconds: 3_600, max: 60 },
  /** Wrong codes of the authenticator app and wrong recovery codes, entered after the right password. */
  codePerUser: { name: "code.user", windowSeconds: 900, max: 10 },
} as const satisfies Record<string, AttemptLimit>;

/** Five attempts are free. Then the delay grows from 5 seconds to 15 minutes: about a hundred attempts a day. */
const SCHEDULE: DelaySchedule = {
  freeFailures: 5,
  firstSeconds: 5,
  longestSeconds: 900,
  forgottenAfterSeconds: 86_400,
};

/** Attempts that have to wait longer after each failure. Only failures of the same kind and subject delay them. */
export const DELAYED = {
  /** Sign-ins for one email address from one network. */
  signInFromNetwork: "sign_in.pair",
  /** Sign-ins for one email address from a device that is known to it. */
  signInOnDevice: "sign_in.device",
  /** Current passwords entered in one session, to change the password or to confirm who is there. */
  passwordInSession: "password.session",
} as const;
type Delayed = (typeof DELAYED)[keyof typeof DELAYED];

/**
 * Takes an attempt and counts it as failed before it is made. Returns 0 if it is allowed, otherwise the seconds to wait.
 * Call `forgetDelayed` when it succeeds.
 */
export async function takeDelayed(ctx: AttemptContext, name: Delayed, subject: string): Promise<number> {
  return Math.ceil((await takeAttempt(ctx.db, keyOf({ name }, subject), SCHEDULE, ctx.clock.now())) / 1_000);
}

/** Forgets the failures of a subject, because an attempt succeeded. */
export const forgetDelayed = (ctx: AttemptContext, name: Delayed, subject: string): Promise<void> =>
  forgetDelay(ctx.db, keyOf({ name }, subject));

type AttemptContext = Pick<AccountsContext, "db" | "clock">;

interface CountContext extends Pick<AccountsContext, "clock"> {
  readonly db: Parameters<typeof countAttempt>[0];
}

/**
 * Counts an attempt before it is made, so that concurrent attempts are all counted. Returns 0 if the attempt is
 * allowed, otherwise the seconds until the window ends. The caller takes successful attempts back (`undoAttempt`).
 */
export async function checkAttemptLimit(ctx: CountContext, limit: AttemptLimit, subject: string): Promise<number> {
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

/** Takes one attempt back, because it succeeded. */
export const undoAttempt = (ctx: AttemptContext, limit: AttemptLimit, subject: string): Promise<void> =>
  uncountAttempt(ctx.db, keyOf(limit, subject), limit.windowSeconds, ctx.clock.now());

/** The subject is hashed because people sometimes type their password into the email field. */
const keyOf = ({ name }: { readonly name: string }, subject: string): string =>
  `${name}:${hash("sha256", subject, "base64url")}`;

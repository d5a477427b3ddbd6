import type { AccountsContext } from "./accounts-context.js";
import {
  ATTEMPT_LIMITS,
  checkAttemptLimit,
  DELAYED,
  forgetDelayed,
  takeDelayed,
  undoAttempt,
} from "./attempt-limits.js";

type SignInContext = Pick<AccountsContext, "db" | "clock">;

interface SignInAttempt {
  readonly email: string;
  readonly network: string;
  /** Id of the device if it is known to the account. */
  readonly device: string | null;
}

interface CountedSignIn {
  /** Seconds until the attempt may be made; 0 if it may be made now. */
  readonly waitSeconds: number;
  /** Takes the attempt back. Call it when the password was right. */
  readonly succeeded: () => Promise<void>;
}

const { signInPerAccount, signInPerNetwork } = ATTEMPT_LIMITS;

/**
 * Counts a sign-in before the password is checked. On a device that is known to the account, only the failures on this
 * device delay it: others cannot lock its owner out, neither by guessing nor from the same network. Elsewhere, the pair
 * of network and account is delayed, and there is a limit for the network and one for the account. What one of them
 * rejects does not count for the next, so one network cannot use up an account's limit.
 */
export async function countSignIn(ctx: SignInContext, attempt: SignInAttempt): Promise<CountedSignIn> {
  const { email, network, device } = attempt;
  if (device !== null) {
    const subject = `${device} ${email}`;
    const waitSeconds = await takeDelayed(ctx, DELAYED.signInOnDevice, subject);
    return { waitSeconds, succeeded: () => forgetDelayed(ctx, DELAYED.signInOnDevice, subject) };
  }
  const pair = `${network} ${email}`;
  const waitSeconds =
    (await checkAttemptLimit(ctx, signInPerNetwork, network)) ||
    (await takeDelayed(ctx, DELAYED.signInFromNetwork, pair)) ||
    (await checkAttemptLimit(ctx, signInPerAccount, email));
  return {
    waitSeconds,
    succeeded: async () => {
      await undoAttempt(ctx, signInPerNetwork, network);
      await forgetDelayed(ctx, DELAYED.signInFromNetwork, pair);
      await undoAttempt(ctx, signInPerAccount, email);
    },
  };
}

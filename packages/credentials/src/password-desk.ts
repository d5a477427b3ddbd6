import { Problem } from "@skucast/contracts/problem";
import { hashPassword, type PasswordCost, verifyPassword } from "./password.js";

/** Hashes and verifies passwords, few at once. Throws 503 unavailable when too many wait. */
export interface PasswordDesk {
  hash(password: string): Promise<string>;
  verify(password: string, phc: string | null): Promise<boolean>;
}

export interface PasswordDeskOptions {
  /** Each takes 64 MiB while it goes on. */
  readonly atOnceMax?: number;
  readonly waitingMax?: number;
  /** What new hashes cost, and verifying against none; no setting changes it, tests may. */
  readonly cost?: PasswordCost;
}

/** Passwords of one process: guessing, however parallel, takes no more memory than that of `atOnceMax` hashes. */
export function openPasswordDesk({ atOnceMax = 2, waitingMax = 50, cost }: PasswordDeskOptions = {}): PasswordDesk {
  const waiting: (() => void)[] = [];
  let atOnce = 0;

  async function inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (atOnce < atOnceMax) atOnce += 1;
    else if (waiting.length >= waitingMax) throw tooMany();
    else await new Promise<void>((resolve) => void waiting.push(resolve));
    try {
      return await work();
    } finally {
      // The place is handed on, not given back, so that nobody who came later slips in between.
      const next = waiting.shift();
      if (next) next();
      else atOnce -= 1;
    }
  }

  return {
    hash: (password) => inTurn(() => hashPassword(password, cost)),
    verify: (password, phc) => inTurn(() => verifyPassword(password, phc, cost)),
  };
}

const tooMany = (): Problem =>
  new Problem("unavailable", "Too many people are signing in just now; try again in a moment.", {
    headers: { "Retry-After": "5" },
  });

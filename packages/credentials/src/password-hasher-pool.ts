import { Problem } from "@skucast/contracts/problem";
import { hashPassword, type PasswordCost, verifyPassword } from "./password.js";

/** Hashes and verifies passwords with limited concurrency. Throws 503 unavailable when too many requests wait. */
export interface PasswordHasherPool {
  hash(password: string): Promise<string>;
  verify(password: string, phc: string | null): Promise<boolean>;
}

export interface PasswordHasherPoolOptions {
  /** Each running hash takes 64 MiB. */
  readonly concurrencyMax?: number;
  readonly waitingMax?: number;
  /** Cost of new hashes, and of verifying against no hash. Only tests change it. */
  readonly cost?: PasswordCost;
}

/** The pool of one process. Parallel password guessing cannot use more memory than `concurrencyMax` hashes. */
export function createPasswordHasherPool({
  concurrencyMax = 2,
  waitingMax = 50,
  cost,
}: PasswordHasherPoolOptions = {}): PasswordHasherPool {
  const waiting: (() => void)[] = [];
  let running = 0;

  async function inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (running < concurrencyMax) running += 1;
    else if (waiting.length >= waitingMax) throw tooMany();
    else await new Promise<void>((resolve) => void waiting.push(resolve));
    try {
      return await work();
    } finally {
      // The slot passes directly to the next waiter, so that a later request cannot take it first.
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  }

  return {
    hash: (password) => inTurn(() => hashPassword(password, cost)),
    verify: (password, phc) => inTurn(() => verifyPassword(password, phc, cost)),
  };
}

const tooMany = (): Problem =>
  new Problem("unavailable", "Too many people are signing in right now. Try again in a few seconds.", {
    headers: { "Retry-After": "5" },
  });

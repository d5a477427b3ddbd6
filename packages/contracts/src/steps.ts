/** A long computation. It yields often, so that its caller can let other work run in between. */
export type Steps<Result> = Generator<void, Result, void>;

/** Runs a computation to its end without a pause. */
export function finish<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

/** What the verbs that take long are given as well. */
export interface Cancellable {
  /** Aborts when nobody waits any more: the verb then rejects with its reason, and begins no further statement. */
  readonly signal?: AbortSignal | undefined;
}

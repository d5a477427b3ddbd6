/** A call of an operation that can take long. */
export interface Cancellable {
  /** Aborted when the client disconnects: the operation starts no further statement and rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
}

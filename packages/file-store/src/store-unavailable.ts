const SENTENCES = {
  unreachable: "the file store cannot be reached",
  full: "the file store is full",
} as const;

/** The store is temporarily unavailable. The operation can be retried. */
export class StoreUnavailable extends Error {
  override readonly name = "StoreUnavailable";
  readonly reason: keyof typeof SENTENCES;

  constructor(cause: unknown, reason: keyof typeof SENTENCES = "unreachable") {
    super(SENTENCES[reason], { cause });
    this.reason = reason;
  }
}

/** No space left on the device or in the user's quota. */
const FULL_CODES = new Set(["ENOSPC", "EDQUOT"]);
/** The disk has failed or become read-only, or the network share is unavailable. */
const UNAVAILABLE_CODES = new Set(["EIO", "EROFS", "ESTALE", "ENODEV", "ENXIO", "EHOSTDOWN"]);

/** Converts an error of a local disk to StoreUnavailable if it may be temporary; otherwise returns it unchanged. */
export function asStoreError(error: unknown): unknown {
  const code = typeof error === "object" && error !== null && "code" in error ? String(error.code) : "";
  if (FULL_CODES.has(code)) return new StoreUnavailable(error, "full");
  return UNAVAILABLE_CODES.has(code) ? new StoreUnavailable(error) : error;
}

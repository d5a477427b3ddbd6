const SENTENCES = {
  unreachable: "the file store cannot be reached",
  full: "the file store is full",
} as const;

/** The store cannot be used just now: the work may be tried again. */
export class StoreUnavailable extends Error {
  override readonly name = "StoreUnavailable";
  readonly reason: keyof typeof SENTENCES;

  constructor(cause: unknown, reason: keyof typeof SENTENCES = "unreachable") {
    super(SENTENCES[reason], { cause });
    this.reason = reason;
  }
}

/** No space left on the device, or for this user. */
const FULL_CODES = new Set(["ENOSPC", "EDQUOT"]);
/** The disk fails or has become read-only; the share that the folder is on is away. */
const AWAY_CODES = new Set(["EIO", "EROFS", "ESTALE", "ENODEV", "ENXIO", "EHOSTDOWN"]);

/** What an error of work on a local disk means to a store: StoreUnavailable when it may pass, otherwise the error itself. */
export function asStoreError(error: unknown): unknown {
  const code = typeof error === "object" && error !== null && "code" in error ? String(error.code) : "";
  if (FULL_CODES.has(code)) return new StoreUnavailable(error, "full");
  return AWAY_CODES.has(code) ? new StoreUnavailable(error) : error;
}

/** The store cannot be used just now: the work may be tried again. */
export class StoreUnavailable extends Error {
  override readonly name = "StoreUnavailable";
  constructor(cause: unknown) {
    super("the file store cannot be reached", { cause });
  }
}

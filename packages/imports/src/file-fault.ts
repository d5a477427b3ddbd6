/** A file that cannot be read to its end. The message is for the person who sent it. */
export class FileFault extends Error {
  override readonly name = "FileFault";
}

/** A file that is larger than allowed. */
export class TooLargeFault extends FileFault {}

/** The message of an error of a library, without a full stop: other text follows it. */
export const causeOf = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).replace(/[.!\s]+$/, "");

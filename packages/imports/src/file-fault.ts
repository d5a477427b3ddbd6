/** A file that cannot be read to its end. The message is for the person who sent it. */
export class FileFault extends Error {
  override readonly name = "FileFault";
}

/** A file that is larger than allowed. */
export class TooLargeFault extends FileFault {}

/** What is wrong with packed data by the error of a library, whose own message names its internals. */
export function causeOf(error: unknown): string {
  const code = codeOf(error);
  const message = error instanceof Error ? error.message : "";
  if (code === "Z_BUF_ERROR" || ENDS_EARLY.test(message)) return "its end is missing, as if it had been cut off";
  return code.startsWith("Z_") ? "its content is damaged" : "its list of files is damaged";
}

/** How yauzl says that an archive is shorter than its index, or has none. */
const ENDS_EARLY = /end of central directory|unexpected (?:EOF|end)|not enough bytes|truncated|invalid .*offset/i;

const codeOf = (error: unknown): string =>
  typeof error === "object" && error !== null && "code" in error ? String(error.code) : "";

/** Whether an error is one of this machine, such as a file that does not exist, and not of the data. */
export const isOfSystem = (error: unknown): boolean => error instanceof Error && "syscall" in error;

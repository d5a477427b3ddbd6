/** The part of a file that is asked for: first and last byte. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

const RANGE = /^bytes=(\d*)-(\d*)$/;

/**
 * What a Range header asks of a file of so many bytes (RFC 9110, section 14): one range, "whole" for no range or one that
 * is not understood (several ranges may be answered so), "unsatisfiable" for one that lies behind the end.
 */
export function byteRangeOf(header: string | undefined, bytes: number): ByteRange | "whole" | "unsatisfiable" {
  const match = header === undefined ? null : RANGE.exec(header.trim());
  if (!match) return "whole";
  const [, first = "", last = ""] = match;
  if (first === "") {
    if (last === "") return "whole";
    const count = Number(last);
    return count === 0 || bytes === 0 ? "unsatisfiable" : { start: Math.max(0, bytes - count), end: bytes - 1 };
  }
  const start = Number(first);
  if (last !== "" && Number(last) < start) return "whole";
  if (start >= bytes) return "unsatisfiable";
  return { start, end: last === "" ? bytes - 1 : Math.min(Number(last), bytes - 1) };
}

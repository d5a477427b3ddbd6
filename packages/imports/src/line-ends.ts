const LINE_FEED = 0x0a;
const RETURN = 0x0d;
const NONE = -1;

/** The characters of a table that decide which line breaks are inside of a cell. */
export interface CellMarks {
  readonly delimiter: string;
  readonly quote?: string | undefined;
}

/** The delimiters that are looked for; each is one byte, or ends with the same byte in every encoding. */
const DELIMITERS: ReadonlySet<number> = new Set([...",;\t|^~\u00a6\u0001\u001f"].map((one) => one.charCodeAt(0)));
/** As a character, or as its bytes in UTF-8. */
const BYTE_ORDER_MARK = /^(?:\ufeff|\u00ef\u00bb\u00bf)/;
const SPACES: ReadonlySet<number> = new Set([0x20, 0x09]);

/**
 * Whether the lines of a text end with a carriage return only, as old systems and spreadsheets for the Mac write them. Its
 * cells may have line feeds in quotes. `text` is its beginning, with a character for each byte or for each character.
 */
export function endsInReturns(text: string, marks?: CellMarks): boolean {
  if (!text.includes("\r")) return false;
  if (!text.includes("\n")) return true;
  // Most files have no return without a line feed.
  if (!/\r(?![\r\n])/.test(text)) return false;
  const { returns, feeds, isFirstReturn } = breaksOutside(text, marks);
  return isFirstReturn && returns >= feeds;
}

/** The line breaks outside of quotes. A quote opens a cell only at its beginning, and closes it only at its end. */
function breaksOutside(text: string, marks: CellMarks | undefined) {
  const last = marks === undefined ? NONE : marks.delimiter.charCodeAt(marks.delimiter.length - 1);
  const isDelimiter = (code: number): boolean => (last === NONE ? DELIMITERS.has(code) : code === last);
  const isBreak = (code: number): boolean => code === LINE_FEED || code === RETURN;
  const codeAt = (at: number): number => (at < 0 || at >= text.length ? LINE_FEED : text.charCodeAt(at));
  const isEdge = (code: number): boolean => isBreak(code) || isDelimiter(code);
  const start = BYTE_ORDER_MARK.exec(text)?.[0].length ?? 0;
  const quote = (marks?.quote ?? (text[start] === "'" ? "'" : '"')).charCodeAt(0);
  let returns = 0;
  let feeds = 0;
  let isQuoted = false;
  let isFirstReturn = false;
  for (let at = start; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === quote) {
      if (!isQuoted) isQuoted = at === start || isEdge(codeAt(at - 1));
      else if (codeAt(at + 1) === quote) at += 1;
      else if (isEdge(codeAt(at + 1)) || SPACES.has(codeAt(at + 1))) isQuoted = false;
    } else if (isBreak(code) && !isQuoted) {
      let end = at;
      while (text.charCodeAt(end) === RETURN) end += 1;
      const isReturn = text.charCodeAt(end) !== LINE_FEED;
      if (returns + feeds === 0) isFirstReturn = isReturn;
      if (isReturn) returns += end - at;
      else feeds += 1;
      at = isReturn ? end - 1 : end;
    }
  }
  return { returns, feeds, isFirstReturn };
}

/** Replaces the carriage returns of a text whose lines end with them, chunk by chunk. One before a line feed is left out. */
export function createReturnReplacer(): (chunk: Buffer) => Buffer {
  let before = NONE;
  return (chunk) => {
    const replaced = Buffer.allocUnsafe(chunk.length);
    let length = 0;
    for (const byte of chunk) {
      if (byte !== LINE_FEED || before !== RETURN) {
        replaced[length] = byte === RETURN ? LINE_FEED : byte;
        length += 1;
      }
      before = byte;
    }
    return replaced.subarray(0, length);
  };
}

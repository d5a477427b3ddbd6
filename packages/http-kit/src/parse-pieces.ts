import { PROTO } from "@skucast/contracts/proto-faults";
import type { Steps } from "@skucast/contracts/steps";
import type { Container, Piece } from "./scan-json.js";

interface Parsers {
  readonly parse: (text: string) => unknown;
  /** For pieces with numbers that are not represented exactly. */
  readonly parseInexact: (text: string) => unknown;
  /** Called with everything that has been parsed, part by part. */
  readonly onPart: (part: object) => void;
  /** Called when a part has a member that an earlier part of its object has. */
  readonly onRepeated: () => void;
}

/** An object or a list, whose entries are named "0", "1" and so on. */
type Part = Readonly<Record<string, unknown>>;

const LIST_START = 0x5b;
const LIST_END = 0x5d;
/** In place of the value of a member that is parsed for itself. */
const LEFT_OUT = "null";
const BYTE_ORDER_MARK = 0xfeff;

/**
 * Parses a long document piece by piece, one in each step. Throws a SyntaxError exactly if JSON.parse would. Of a
 * member that occurs twice, the last one counts.
 */
export function* parsePieces(bytes: Buffer, root: Container, parsers: Parsers): Steps<unknown> {
  const text = textBetween(bytes, 0, root.start) + LEFT_OUT + textBetween(bytes, root.end);
  JSON.parse(text.charCodeAt(0) === BYTE_ORDER_MARK ? text.slice(1) : text);
  return yield* parseContainer(bytes, root, parsers);
}

function* parseContainer(bytes: Buffer, { start, end, pieces }: Container, parsers: Parsers): Steps<unknown> {
  const isList = bytes[start] === LIST_START;
  if ((bytes[end - 1] === LIST_END) !== isList) throw new SyntaxError("brackets of different kinds");
  const { parse, parseInexact, onPart, onRepeated } = parsers;
  const list: unknown[] = [];
  const object: Record<string, unknown> = {};
  for (const piece of pieces) {
    const content = contentOf(bytes, piece);
    const part = (piece.isExact ? parse : parseInexact)(isList ? `[${content}]` : `{${content}}`) as Part;
    onPart(part);
    const names = Object.keys(part);
    if (names.length === 0 && pieces.length > 1) throw new SyntaxError("nothing between two commas");
    if (piece.child !== null && names.length !== 1) throw new SyntaxError("not one value");
    yield;
    const child = piece.child === null ? undefined : yield* parseContainer(bytes, piece.child, parsers);
    for (const name of names) {
      const value = piece.child === null ? part[name] : child;
      if (isList) list.push(value);
      else {
        if (Object.hasOwn(object, name)) onRepeated();
        // An assignment would set the prototype.
        if (name === PROTO) Object.defineProperty(object, name, { value, enumerable: true, writable: true });
        else object[name] = value;
      }
    }
  }
  return isList ? list : object;
}

/** Without the value of a member that is parsed for itself. */
function contentOf(bytes: Buffer, { from, to, child }: Piece): string {
  if (child === null) return textBetween(bytes, from, to);
  return textBetween(bytes, from, child.start) + LEFT_OUT + textBetween(bytes, child.end, to);
}

const textBetween = (bytes: Buffer, from: number, to?: number): string => bytes.toString("utf8", from, to);

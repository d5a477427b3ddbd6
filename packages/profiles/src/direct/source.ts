/** One product's JSON amid the bytes of a block, in each form in which it is looked at. */
export interface Source {
  /** The block, by single bytes. */
  readonly bytes: Buffer;
  /** The block, by words of four bytes. */
  readonly view: DataView;
  /** The product, a character for each byte: nothing finds a byte faster than a search in a text. */
  readonly text: string;
  /** Where the product begins in the block. */
  readonly start: number;
}

/** The same memory by words. */
export const viewOf = ({ buffer, byteOffset, length }: Uint8Array): DataView =>
  new DataView(buffer, byteOffset, length);

/** A source that goes from product to product; most of them follow each other in one block. */
export interface SourceReader extends Source {
  enter(bytes: Buffer, start: number, end: number): void;
}

export function createSource(): SourceReader {
  const nothing: Buffer = Buffer.alloc(0);
  const source = {
    bytes: nothing,
    view: viewOf(nothing),
    text: "",
    start: 0,
    enter(bytes: Buffer, start: number, end: number): void {
      if (source.bytes !== bytes) {
        source.bytes = bytes;
        source.view = viewOf(bytes);
      }
      source.text = bytes.toString("latin1", start, end);
      source.start = start;
    },
  };
  return source;
}

/** Where in the block a character comes next; Infinity when it does not come in this product. */
export function placeOf(character: string, { text, start }: Source, from: number): number {
  const found = text.indexOf(character, from - start);
  return found === -1 ? Number.POSITIVE_INFINITY : start + found;
}

/** Whether the bytes from `start` on are these. */
export function isEqual(view: DataView, start: number, expected: DataView): boolean {
  const { byteLength } = expected;
  if (start + byteLength > view.byteLength) return false;
  let i = 0;
  for (; i + 4 <= byteLength; i += 4) if (view.getInt32(start + i) !== expected.getInt32(i)) return false;
  for (; i < byteLength; i += 1) if (view.getUint8(start + i) !== expected.getUint8(i)) return false;
  return true;
}

/**
 * A block of products as PostgreSQL sends them, and a position in it: that of the product that `next` found last. SKU
 * and document are UTF-8 in `bytes`.
 */
export interface ProductBlock {
  readonly bytes: Buffer;
  readonly skuStart: number;
  readonly skuEnd: number;
  readonly docStart: number;
  readonly docEnd: number;
  /** Moves to the next product. Returns false at the end of the block. */
  next(): boolean;
}

/** Header of a binary COPY: signature, flags, and an empty extension. */
const HEADER = Buffer.from("PGCOPY\n\xff\r\n\0\0\0\0\0\0\0\0\0", "latin1");
const NOTHING: Buffer = Buffer.alloc(0);
/** A tuple starts with the number of its fields. Each field starts with its length. */
const COUNT_BYTES = 2;
const LENGTH_BYTES = 4;
/** The value in place of that number after the last tuple. */
const TRAILER = -1;

/**
 * Reads a binary COPY of SKUs and documents, given as blocks of whole messages. Every block is the same object, valid
 * until the next one is requested. Throws if the data is not such a COPY. Source: PostgreSQL documentation, "COPY",
 * "Binary Format".
 */
export async function* readProductBlocks(blocks: AsyncIterable<Buffer>): AsyncGenerator<ProductBlock> {
  let at = HEADER.length;
  const place = { bytes: NOTHING, skuStart: 0, skuEnd: 0, docStart: 0, docEnd: 0, next };

  function next(): boolean {
    const { bytes } = place;
    if (at === bytes.length) return false;
    const count = bytes.readInt16BE(at);
    if (count === TRAILER) return false;
    if (count !== 2) throw new Error(`a row has ${count} fields instead of a SKU and a document`);
    place.skuStart = at + COUNT_BYTES + LENGTH_BYTES;
    place.skuEnd = place.skuStart + bytes.readUInt32BE(at + COUNT_BYTES);
    place.docStart = place.skuEnd + LENGTH_BYTES;
    place.docEnd = place.docStart + bytes.readUInt32BE(place.skuEnd);
    at = place.docEnd;
    return true;
  }

  for await (const block of blocks) {
    const isFirst = place.bytes === NOTHING;
    if (isFirst && !block.subarray(0, HEADER.length).equals(HEADER)) throw new Error("this is not a binary COPY");
    at = isFirst ? HEADER.length : 0;
    place.bytes = block;
    yield place;
  }
}

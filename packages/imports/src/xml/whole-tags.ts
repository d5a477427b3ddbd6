/**
 * Divides the bytes of an XML document in UTF-8 again, so that each chunk ends with a tag and no character or tag is in two of
 * them. A text that is joined from two chunks is read more slowly.
 */
export interface TagDivider {
  /** The bytes up to the last tag; without a tag, all that are known. */
  push(chunk: Buffer): Buffer;
  /** The bytes after the last tag. */
  end(): Buffer;
}

export function createTagDivider(): TagDivider {
  let rest = NONE;
  return {
    push(chunk) {
      const end = chunk.lastIndexOf(TAG_END) + 1;
      const known = end === 0 ? chunk : chunk.subarray(0, end);
      const whole = rest.length === 0 ? known : Buffer.concat([rest, known]);
      rest = end === 0 ? NONE : chunk.subarray(end);
      return whole;
    },
    end: () => rest,
  };
}

const NONE: Buffer = Buffer.alloc(0);
const TAG_END = 0x3e;

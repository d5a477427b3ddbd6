/** Bytes being made into a file, and how far. */
export interface Output {
  bytes: Buffer;
  /** The same bytes as words. */
  view: DataView;
  at: number;
}

/** An output that begins at a place of a block of memory. */
export const outputAt = (bytes: Buffer, at: number): Output => ({
  bytes,
  view: new DataView(bytes.buffer, bytes.byteOffset, bytes.length),
  at,
});

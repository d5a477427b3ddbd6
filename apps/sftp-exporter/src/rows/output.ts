/** A buffer that a file is written to, with the current position. */
export interface Output {
  bytes: Buffer;
  /** A view of the same bytes, for reading words. */
  view: DataView;
  at: number;
}

/** An output that starts at a position in a buffer. */
export const outputAt = (bytes: Buffer, at: number): Output => ({
  bytes,
  view: new DataView(bytes.buffer, bytes.byteOffset, bytes.length),
  at,
});

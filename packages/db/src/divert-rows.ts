import type { Duplex } from "node:stream";

const BLOCK_BYTES = 128 * 1024;
/** A message starts with its type, one byte, and its length without that byte. */
const HEADER_BYTES = 5;
const COPY_DATA = 0x64;
/**
 * Messages that may come before and between rows: CopyOutResponse, NoticeResponse, NotificationResponse,
 * ParameterStatus.
 */
const AMONG_ROWS = new Set(Buffer.from("HNAS"));

/**
 * Takes the rows of a COPY out of the data of the socket, and delivers them in blocks of whole rows, of 128 kB or of
 * one longer row. All other messages go to the socket's own listeners. From the message that ends the rows on, the
 * listeners get everything again. Source: PostgreSQL documentation, "Frontend/Backend Protocol", "Message Formats": one
 * CopyData message is one row.
 */
export function divertRows(socket: Duplex, deliver: (block: Buffer) => void): void {
  const listeners = socket.listeners("data") as ((bytes: Buffer) => void)[];
  let block = Buffer.allocUnsafeSlow(BLOCK_BYTES);
  let filled = 0;
  let splitHeader: Buffer = Buffer.alloc(0);
  let isRow = false;
  /** Bytes of the message that have not arrived yet. */
  let missing = 0;

  function take(chunk: Buffer): void {
    const bytes = splitHeader.length > 0 ? Buffer.concat([splitHeader, chunk]) : chunk;
    let at = 0;
    while (missing > 0 || bytes.length - at >= HEADER_BYTES) {
      if (missing === 0) {
        const type = bytes[at] as number;
        isRow = type === COPY_DATA;
        if (!isRow && !AMONG_ROWS.has(type)) {
          returnRest(bytes.subarray(at));
          return;
        }
        missing = 1 + bytes.readUInt32BE(at + 1);
        if (isRow) {
          at += HEADER_BYTES;
          missing -= HEADER_BYTES;
          makeRoom(missing);
        }
      }
      const end = Math.min(at + missing, bytes.length);
      if (isRow) filled += bytes.copy(block, filled, at, end);
      else pass(bytes.subarray(at, end));
      missing -= end - at;
      at = end;
      if (at === bytes.length) break;
    }
    splitHeader = bytes.subarray(at);
  }

  function makeRoom(rowBytes: number): void {
    if (filled + rowBytes <= block.length) return;
    if (filled > 0) deliver(block.subarray(0, filled));
    block = Buffer.allocUnsafeSlow(Math.max(BLOCK_BYTES, rowBytes));
    filled = 0;
  }

  function returnRest(rest: Buffer): void {
    if (filled > 0) deliver(block.subarray(0, filled));
    socket.off("data", take);
    for (const listener of listeners) socket.on("data", listener);
    socket.resume();
    pass(rest);
  }

  function pass(bytes: Buffer): void {
    for (const listener of listeners) listener(bytes);
  }

  for (const listener of listeners) socket.off("data", listener);
  socket.on("data", take);
}

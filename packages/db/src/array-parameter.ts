/**
 * Array parameters in PostgreSQL's binary form (array_recv in src/backend/utils/adt/arrayfuncs.c): number of
 * dimensions, whether there are nulls, type of the elements, length and lower bound, then each element after its
 * length. In text form the driver would escape every quote of every JSON document, and the server would undo it.
 */
const HEADER_BYTES = 20;
const NULL_LENGTH = -1;

interface ElementType<T> {
  readonly oid: number;
  bytesOf(value: T): number;
  write(buffer: Buffer, at: number, value: T): void;
}

/** Milliseconds from 1970 to 2000, where PostgreSQL's timestamps start. */
const EPOCH_2000_MS = 946_684_800_000;

const TEXT: ElementType<string> = {
  oid: 25,
  bytesOf: (value) => Buffer.byteLength(value),
  write: (buffer, at, value) => void buffer.write(value, at, "utf8"),
};
const BYTEA: ElementType<Uint8Array> = {
  oid: 17,
  bytesOf: (value) => value.byteLength,
  write: (buffer, at, value) => buffer.set(value, at),
};
const HEX: ElementType<string> = {
  oid: 17,
  bytesOf: (value) => value.length / 2,
  write: (buffer, at, value) => void buffer.write(value, at, "hex"),
};
const INT4: ElementType<number> = {
  oid: 23,
  bytesOf: () => 4,
  write: (buffer, at, value) => void buffer.writeInt32BE(value, at),
};
const INT8: ElementType<number> = {
  oid: 20,
  bytesOf: () => 8,
  write: (buffer, at, value) => void buffer.writeBigInt64BE(BigInt(value), at),
};
const BOOL: ElementType<boolean> = {
  oid: 16,
  bytesOf: () => 1,
  write: (buffer, at, value) => void buffer.writeUInt8(value ? 1 : 0, at),
};
const TIMESTAMPTZ: ElementType<Date> = {
  oid: 1184,
  bytesOf: () => 8,
  write: (buffer, at, value) => void buffer.writeBigInt64BE(BigInt(value.getTime() - EPOCH_2000_MS) * 1000n, at),
};

export const textArray = (values: readonly (string | null)[]): Buffer => encode(TEXT, values);
export const byteaArray = (values: readonly (Uint8Array | null)[]): Buffer => encode(BYTEA, values);
/** Bytes given as hexadecimal strings, which are less expensive than a buffer for each element. */
export const hexArray = (values: readonly (string | null)[]): Buffer => encode(HEX, values);
export const int4Array = (values: readonly (number | null)[]): Buffer => encode(INT4, values);
/** Integers up to Number.MAX_SAFE_INTEGER. */
export const int8Array = (values: readonly (number | null)[]): Buffer => encode(INT8, values);
export const boolArray = (values: readonly boolean[]): Buffer => encode(BOOL, values);
export const timestamptzArray = (values: readonly (Date | null)[]): Buffer => encode(TIMESTAMPTZ, values);

function encode<T>(type: ElementType<T>, values: readonly (T | null)[]): Buffer {
  const lengths = values.map((value) => (value === null ? NULL_LENGTH : type.bytesOf(value)));
  const bytes = lengths.reduce((sum, length) => sum + 4 + Math.max(length, 0), HEADER_BYTES);
  const buffer = Buffer.allocUnsafe(bytes);
  buffer.writeInt32BE(1, 0);
  buffer.writeInt32BE(lengths.includes(NULL_LENGTH) ? 1 : 0, 4);
  buffer.writeInt32BE(type.oid, 8);
  buffer.writeInt32BE(values.length, 12);
  buffer.writeInt32BE(1, 16);
  let at = HEADER_BYTES;
  for (const [i, value] of values.entries()) {
    const length = lengths[i] ?? NULL_LENGTH;
    at = buffer.writeInt32BE(length, at);
    if (value === null) continue;
    type.write(buffer, at, value);
    at += length;
  }
  return buffer;
}

/** Records whose members have been parsed, so that their schema takes them as they are. */
const PARSED = new WeakSet<object>();

export const isParsed = (record: object): boolean => PARSED.has(record);

/** Marks a record that its schema has parsed part by part. */
export function markParsed<Record extends object>(record: Record): Record {
  PARSED.add(record);
  return record;
}

/** The fields that a patch sets: those that are not undefined. */
export const definedFields = <T extends object>(patch: T): { [K in keyof T]?: Exclude<T[K], undefined> } =>
  Object.fromEntries(Object.entries(patch).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>;
  };

/** Fields that change with every write, so they are no change by themselves. */
const BOOKKEEPING: ReadonlySet<string> = new Set(["version", "updated_at"]);

/** Former values of the fields that differ between two states of a resource; null for a field that had no value. */
export function previousValues(before: object, after: object): Record<string, unknown> {
  const was = new Map<string, unknown>(Object.entries(before));
  const is = new Map<string, unknown>(Object.entries(after));
  const changed = [...new Set([...was.keys(), ...is.keys()])].filter(
    (field) => !BOOKKEEPING.has(field) && JSON.stringify(was.get(field)) !== JSON.stringify(is.get(field)),
  );
  return Object.fromEntries(changed.map((field) => [field, was.get(field) ?? null]));
}

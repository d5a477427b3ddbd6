/** A form's values after a change that was made elsewhere. */
export interface MergedDraft<Values> {
  readonly values: Values;
  /** Fields that were changed both here and elsewhere, with the value from elsewhere. */
  readonly conflicts: Partial<Values>;
}

/**
 * Merges values that were changed here with those that were changed elsewhere, field by field. A field that was changed
 * on one side only has the value of that side. One that was changed on both sides keeps the value from here, and is a
 * conflict.
 */
export function mergeDrafts<Values extends object>(base: Values, here: Values, elsewhere: Values): MergedDraft<Values> {
  const values = { ...elsewhere };
  const conflicts: Partial<Values> = {};
  for (const field of Object.keys(elsewhere) as (keyof Values)[]) {
    const was = base[field];
    const mine = here[field];
    const theirs = elsewhere[field];
    if (isSame(was, mine) || isSame(mine, theirs)) continue;
    values[field] = mine;
    if (isSame(was, theirs)) continue;
    if (!isMembers(was) || !isMembers(mine) || !isMembers(theirs)) {
      conflicts[field] = theirs;
      continue;
    }
    const members = mergeDrafts<Members>(was, mine, theirs);
    values[field] = members.values as typeof mine;
    if (Object.keys(members.conflicts).length > 0)
      conflicts[field] = { ...members.values, ...members.conflicts } as typeof mine;
  }
  return { values, conflicts };
}

type Members = Readonly<Record<string, unknown>>;

/** Whether a form value has named members, which are merged one by one. */
export const isMembers = (value: unknown): value is Members =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Whether two form values are the same. Form values are strings, and lists and objects of them. */
export const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

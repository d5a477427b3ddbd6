import type { Draft } from "./draft.js";

/** Writes a value to a member of an object field; null removes the member (RFC 7396). */
export function setMember(draft: Draft, [field = "", ...names]: readonly string[], value: unknown): void {
  let members = membersOf(draft, field);
  for (const name of names.slice(0, -1)) {
    const inner = members[name];
    const next = isMembers(inner) ? inner : {};
    members[name] = next;
    members = next;
  }
  members[names.at(-1) ?? ""] = value;
}

/** The members of an object field of the body, which are added if it has none. */
export function membersOf({ body }: Draft, field: string): Record<string, unknown> {
  const present = body[field];
  if (isMembers(present)) return present;
  const made = {};
  body[field] = made;
  return made;
}

export const isMembers = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

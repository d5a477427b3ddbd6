import type { Draft } from "./draft.js";

/** Turns members that are null, by which JSON removes a member (RFC 7396), into what the stored product loses. */
export function takeNulls({ body, drops }: Draft): void {
  for (const [field, value] of Object.entries(body)) {
    if (isMembers(value)) body[field] = taken(value, [field], drops);
  }
}

function taken(members: Record<string, unknown>, path: readonly string[], drops: string[][]): Record<string, unknown> {
  const left: [string, unknown][] = [];
  for (const [name, value] of Object.entries(members)) {
    const inner = [...path, name];
    if (value === null && !isEmptyOverride(inner)) drops.push(inner);
    else left.push([name, isMembers(value) ? taken(value, inner, drops) : value]);
  }
  return left.length === Object.keys(members).length && !left.some(([, value]) => isMembers(value))
    ? members
    : Object.fromEntries(left);
}

/** Of a channel's overrides null is a value: that the channel has none. */
const isEmptyOverride = ([field, ...names]: readonly string[]): boolean =>
  field === "channel_overrides" && names.length === 2;

const isMembers = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

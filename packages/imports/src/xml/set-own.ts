/** Sets a member of an object, also one that is named like the prototype. */
export function setOwn(members: Record<string, unknown>, name: string, value: unknown): void {
  if (name !== "__proto__") members[name] = value;
  else Object.defineProperty(members, name, { value, configurable: true, enumerable: true, writable: true });
}

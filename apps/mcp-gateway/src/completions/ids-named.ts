interface Named {
  readonly id: string;
  readonly name: string;
}

/** Ids of the objects whose id starts with the typed text or whose name contains it. */
export function idsNamed(objects: readonly Named[], typed: string): string[] {
  const words = typed.toLowerCase();
  return objects
    .filter(({ id, name }) => id.startsWith(words) || name.toLowerCase().includes(words))
    .map(({ id }) => id);
}

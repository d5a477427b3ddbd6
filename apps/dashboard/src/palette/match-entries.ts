/** Something that the palette opens. */
export interface PaletteEntry {
  readonly key: string;
  readonly group: string;
  readonly label: string;
  readonly hint?: string;
  readonly href: string;
}

/** Resources by name, with the group and path of each kind. */
export interface NamedResources {
  readonly group: string;
  readonly path: string;
  readonly resources: readonly { readonly id: string; readonly name: string }[];
}

/** The entries whose label contains every word of the query, those that start with it first. */
export function matching(entries: readonly PaletteEntry[], query: string): readonly PaletteEntry[] {
  const typed = query.trim().toLowerCase();
  const parts = typed.split(/\s+/);
  const found = entries.filter(({ label }) => parts.every((part) => label.toLowerCase().includes(part)));
  const startsWith = ({ label }: PaletteEntry) => label.toLowerCase().startsWith(typed);
  return [...found.filter(startsWith), ...found.filter((entry) => !startsWith(entry))];
}

export const entriesOf = ({ group, path, resources }: NamedResources): readonly PaletteEntry[] =>
  resources.map(({ id, name }) => ({ key: id, group, label: name, href: `${path}/${id}` }));

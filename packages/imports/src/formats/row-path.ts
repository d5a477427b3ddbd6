/**
 * The path of rows in a JSON file: the names of the members around them, each escaped as in a JSON Pointer (RFC 6901,
 * section 3) and after a slash. A single slash is the whole document.
 */
export const pathOf = (names: readonly string[]): string =>
  `/${names.map((name) => name.replaceAll("~", "~0").replaceAll("/", "~1")).join("/")}`;

/** The names in a path of rows. */
export const namesOf = (path: string): readonly string[] =>
  path
    .split("/")
    .filter(Boolean)
    .map((name) => name.replaceAll("~1", "/").replaceAll("~0", "~"));

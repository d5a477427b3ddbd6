// The names by which people ask for fault tests.

/**
 * The fault tests that the options name, each once, and the options that name none. Case does not matter. The name of a
 * family is also accepted in the singular and in British spelling.
 * @param {readonly string[]} requested
 * @param {Record<string, unknown>} cases
 * @param {Record<string, readonly string[]>} families
 */
export function namesOf(requested, cases, families) {
  const known = new Map([
    ["all", Object.keys(cases)],
    ...Object.entries(families).map(([name, members]) => /** @type {const} */ ([familyKey(name), members])),
    ...Object.keys(cases).map((name) => /** @type {const} */ ([name.toLowerCase(), [name]])),
  ]);
  const membersOf = (/** @type {string} */ name) => known.get(name.toLowerCase()) ?? known.get(familyKey(name));
  return {
    names: [...new Set(requested.flatMap((name) => membersOf(name) ?? []))],
    unknown: requested.filter((name) => membersOf(name) === undefined),
  };
}

const familyKey = (/** @type {string} */ name) => name.toLowerCase().replaceAll("our", "or").replace(/s$/, "");

/**
 * Every family with its members, and every fault test with its title.
 * @param {Record<string, { title: string }>} cases
 * @param {Record<string, readonly string[]>} families
 */
export function listOfNames(cases, families) {
  const rows = [
    ...Object.entries(families).map(([name, members]) => [name, members.join(" ")]),
    ...Object.entries(cases).map(([name, { title }]) => [name, title]),
  ];
  const width = Math.max(...rows.map(([name = ""]) => name.length));
  return rows.map(([name = "", text = ""]) => `${name.padEnd(width)}  ${text}`).join("\n");
}

// The page of `npm run bench -- profiles`.

/** Groups below this share of every path are summed up. */
const SHOWN_SHARE = 0.02;

const number = (value) => Math.round(value).toLocaleString("en-US");
const micro = (value) => (value < 10 ? value.toFixed(1) : number(value));

/**
 * @param {{ name: string, count: number, groups: Map<string, number> }[]} paths
 * @param {{ date: Date, cores: number, node: string }} machine
 */
export function renderProfiles(paths, { date, cores, node }) {
  const totals = paths.map(({ groups }) => sumOf(groups.values()));
  const shareOf = (group, i) => (paths[i]?.groups.get(group) ?? 0) / (totals[i] ?? 1);
  const names = [...new Set(paths.flatMap(({ groups }) => [...groups.keys()]))];
  const largest = (group) => Math.max(...paths.map((_, i) => shareOf(group, i)));
  const shown = names.filter((group) => largest(group) >= SHOWN_SHARE);
  const line = (group, shares) =>
    `| ${group} | ${shares.map((share) => (share < 0.005 ? "" : percent(share))).join(" | ")} |`;
  const rows = shown
    .toSorted((one, other) => largest(other) - largest(one))
    .map((group) =>
      line(
        group,
        paths.map((_, i) => shareOf(group, i)),
      ),
    );
  const rest = paths.map((_, i) => 1 - sumOf(shown.map((group) => shareOf(group, i))));
  return `# Profiles

Where the CPU time of the apps goes, written by \`npm run bench -- profiles\` on ${date.toISOString().slice(0, 10)} (Node ${node}, ${cores} cores): V8's
profiles of all threads of the process that does the work, without PostgreSQL, brokers and clients. A folder of ours
is named by its package or app, such as \`catalog/products\`. \`JSON.parse\`, \`JSON.stringify\` and other built-in functions
count for the code that calls them.

| | ${paths.map(({ name }) => name).join(" | ")} |
| --- | ${paths.map(() => "--:").join(" | ")} |
| **CPU µs each** | ${paths.map(({ count }, i) => `**${micro((totals[i] ?? 0) / count)}**`).join(" | ")} |
${rows.join("\n")}
${line("all others", rest)}
`;
}

const percent = (share) => `${Math.round(share * 100)} %`;

function sumOf(values) {
  let sum = 0;
  for (const value of values) sum += value;
  return sum;
}

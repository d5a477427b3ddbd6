// The options of `npm run bench`.
import { parseArgs } from "node:util";

/** Names of the measurements, and what each measures. */
export const MEASUREMENTS = {
  upsert: "single upserts over REST, compared with pgbench",
  unchanged: "upserts that change nothing: WAL and CPU",
  batch: "batches of 1,000 over REST, compared with the write statement alone",
  list: "lists of 100 over REST, compared with pgbench",
  get: "a product over REST, compared with pgbench",
  mcp: "a product over MCP, compared with REST",
  export: "the file of a feed, created and pushed to a partner, compared with COPY",
  rules: "the same file for a channel with ten rules and market prices",
  pages: "requests of one user in the dashboard's list of products",
  search: "searches among many products",
  index: "what it costs to keep the search up to date",
  lag: "how long changed products wait for the search during a bulk load",
  push: "a file pushed over SFTP to OpenSSH and ProFTPD, and read back, compared with OpenSSH's own client",
  pull: "a file fetched over SFTP, compared with OpenSSH's server",
  import: "imported CSV, JSON, XML and XLSX files, compared with COPY and a merge",
  deliveries: "webhook deliveries, compared with a bare loop that signs and posts",
  peers: "the same deliveries by BullMQ, pg-boss and graphile-worker (npm's registry, redis-server)",
  hanging: "webhooks to 10,000 endpoints, of which 500 hang",
  idle: "memory and start of all apps in one process, and memory of each app as its own",
  views: "first views of the dashboard in a browser",
  whole: "the operations of the API on all apps in one process, with everything that follows in the background",
  growth: "every operation with 10,000 and with 3,000,000 products; an hour or more, so only by name",
  "catalog-peers":
    "the operations of the API compared with Directus, Strapi, Vendure and Medusa (npm's registry); an hour or more, so only by name",
  "other-tools":
    "a tool call, the file of a feed and an import, compared with MCP servers, CSV libraries and Directus (npm's registry); an hour, so only by name",
  profiles: "where the CPU time of each path goes, by V8's profiles; only by name",
};

/** Measurements that a run without a name leaves out. */
const BY_NAME_ONLY = ["growth", "catalog-peers", "other-tools", "profiles"];

/**
 * Whether a run measures `name`; `names` are those that were asked for.
 * @param {string} name
 * @param {readonly string[]} names
 */
export const isWantedBy = (name, names) => (names.length === 0 ? !BY_NAME_ONLY.includes(name) : names.includes(name));

/** @type {import("node:util").ParseArgsOptionsConfig} */
const OPTIONS = { quick: { type: "boolean" }, resume: { type: "boolean" }, help: { type: "boolean", short: "h" } };

const USAGE = `Usage: npm run bench [-- NAME … --quick --resume]

Measures the product next to its limits, to other job queues, catalogs and tools (Linux only). Without a NAME it measures
everything but growth, catalog-peers, other-tools and profiles. Without a NAME and --quick it also writes
docs/reference/benchmarks.md; these four without --quick write the page of their name in docs/reference.

${Object.entries(MEASUREMENTS)
  .map(([name, what]) => `  ${name.padEnd(15)}${what}`)
  .join("\n")}

  --quick     shorter measurements, for a first look
  --resume    continues the last run, if it was interrupted or a measurement failed
  --help      prints this and measures nothing
`;

/**
 * Reads the options in `args`. For --help, and for arguments that do not exist, it returns `exit` instead: what to print,
 * and the exit code.
 * @param {string[]} args
 */
export function readOptions(args) {
  const { values, positionals: names } = parseArgs({ args, options: OPTIONS, strict: false });
  const unknownOptions = Object.keys(values).filter((name) => !Object.hasOwn(OPTIONS, name));
  const unknownNames = names.filter((name) => !Object.hasOwn(MEASUREMENTS, name));
  const faults = [
    ...unknownOptions.map((name) => `There is no option ${name}.\n`),
    ...unknownNames.map((name) => `There is no measurement ${name}.\n`),
  ];
  if (faults.length > 0) return { names, exit: { code: 1, text: `${faults.join("")}\n${USAGE}` } };
  if (values.help) return { names, exit: { code: 0, text: USAGE } };
  return { names, isQuick: values.quick === true, isResumed: values.resume === true };
}

/** Reads the options of this process, or prints what `readOptions` returns to print and ends the process. */
export function readOptionsOrExit() {
  const { names, isQuick = false, isResumed = false, exit } = readOptions(process.argv.slice(2));
  if (!exit) return { names, isQuick, isResumed };
  (exit.code === 0 ? process.stdout : process.stderr).write(exit.text);
  process.exit(exit.code);
}

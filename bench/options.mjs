// What `npm run bench` can be asked.
import { parseArgs } from "node:util";

/** Names of the measurements, and what each measures. */
export const MEASUREMENTS = {
  upsert: "single upserts over REST, beside pgbench",
  unchanged: "upserts that change nothing: WAL and CPU",
  batch: "batches of 1,000 over REST, beside the write statement alone",
  list: "lists of 100 over REST, beside pgbench",
  mcp: "a product over MCP, beside the same over REST",
  export: "a feed's file made, and brought to a partner, beside COPY",
  pages: "steps of one person in the dashboard's list of products",
  search: "searches among many products",
  push: "a file pushed over SFTP to OpenSSH and ProFTPD, and read back, compared with OpenSSH's own client",
  pull: "a file fetched over SFTP, beside OpenSSH's server",
  import: "a product file imported, beside COPY and a merge",
  deliveries: "webhook deliveries, beside a bare loop that signs and posts",
  peers: "the same deliveries by BullMQ, pg-boss and graphile-worker (npm's registry, redis-server)",
  idle: "memory and start of the whole house",
  views: "first views of the dashboard in a browser",
};

/** @type {import("node:util").ParseArgsOptionsConfig} */
const OPTIONS = { quick: { type: "boolean" }, help: { type: "boolean", short: "h" } };

const USAGE = `Usage: npm run bench [-- NAME … --quick]

Measures the product beside its limits and beside others (Linux). Without a NAME it measures everything, and without --quick it then writes
docs/reference/benchmarks.md.

${Object.entries(MEASUREMENTS)
  .map(([name, what]) => `  ${name.padEnd(12)}${what}`)
  .join("\n")}

  --quick     less of each, for a first look
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
  return { names, isQuick: values.quick === true };
}

/** Reads the options of this process, or prints what `readOptions` returns to print and ends the process. */
export function readOptionsOrExit() {
  const { names, isQuick = false, exit } = readOptions(process.argv.slice(2));
  if (!exit) return { names, isQuick };
  (exit.code === 0 ? process.stdout : process.stderr).write(exit.text);
  process.exit(exit.code);
}

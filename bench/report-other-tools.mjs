// The page of `npm run bench -- other-tools`: the ratios first.
import { MCP_VERSIONS } from "./mcp-call.mjs";

const number = (value) => Math.round(value).toLocaleString("en-US");
const figure = (value) => (value < 10 ? value.toFixed(1) : number(value));
const row = (...cells) => `| ${cells.join(" | ")} |`;
const align = (count) => row("---", ...Array.from({ length: count }, () => "--:"));

/**
 * @typedef {{ rate: number, serviceUs: number, postgresUs: number }} Figures
 * @typedef {Figures & { name: string, era: keyof typeof MCP_VERSIONS }} Server
 * @typedef {Figures & { name: string, peakMb: number }} Feed
 * @typedef {{ name: string, rows: number, created: Figures, changed: Figures, peakMb: number }} Import
 * @typedef {{ work: string, tool: string, own: Figures, other: Figures, reason: string }} Comparison
 */

/** Why a tool may be ahead in each kind of work: what Skucast does in addition. */
const REASONS = {
  mcp: "It compares one token from its settings, has one tool and answers with the document as it is stored. Skucast also checks a key that can be revoked with its scopes and rate limit, reads under the policies that isolate workspaces, and answers as structured content next to text",
  feed: "It writes what it reads. Skucast also checks every value against the channel's specification, looks for overrides of each product, writes the 49 columns of the channel, tallies what to fix, and keeps the hash of each row for its guards and for the next run",
  import:
    "It reads one form of the file and writes every row. Skucast also finds out what the columns mean, reads prices and lists in the notations of shops, compares each product with the stored one, keeps the rows with errors, resumes after a crash, and adds each event to an outbox",
};

/**
 * @param {{ mcp: Server[], feeds: Feed[], imports: Import[] }} measured Skucast is the first of each.
 * @param {{ rounds: number, seconds: number, feedRows: number, importRows: number, date: Date, cores: number, node: string }} run
 */
export function renderOtherTools(
  { mcp, feeds, imports },
  { rounds, seconds, feedRows, importRows, date, cores, node },
) {
  const comparisons = [...compareServers(mcp), ...compareFeeds(feeds), ...compareImports(imports)];
  return `# Other tools

Written by \`npm run bench -- other-tools\` on ${date.toISOString().slice(0, 10)}: parts of Skucast, and what a team installs or writes for the same
work, on a machine with ${cores} cores (Node ${node}). All use the same PostgreSQL with fsync and synchronous commits, in turns; the
figures are those of ${rounds === 1 ? "one round" : `the median of ${rounds} rounds`}. CPU is that of the service and of PostgreSQL. Every answer, file and stored row is
checked.

## Ratios

How many times the rate of the other tool Skucast has, and how many times Skucast's CPU the other one uses. In **bold** ratios
the other tool is ahead.

${row("Work", "Compared with", "rate", "CPU")}
${row("---", "---", "--:", "--:")}
${comparisons.map(ratioRow).join("\n")}

${aheadText(comparisons, [...memoryLines("Feed", feeds), ...memoryLines("Import", imports)])}

## A product over MCP

One call of a tool that returns one product, on 16 connections for ${seconds} s, without sessions. CPU in µs for each call.

${row("Server", "MCP", "calls/s", "CPU, service", "CPU, PostgreSQL")}
${align(4)}
${mcp.map(({ name, era, ...figures }) => row(name, MCP_VERSIONS[era], ...cellsOf(figures))).join("\n")}

## The file of a feed

${number(feedRows)} products from one table to a CSV file with gzip level 1. CPU in µs for each row; memory is the most that the process
had, in MB (RSS).

${row("Writer", "rows/s", "CPU, service", "CPU, PostgreSQL", "memory")}
${align(4)}
${feeds.map(({ name, peakMb, ...figures }) => row(name, ...cellsOf(figures), number(peakMb))).join("\n")}

## A CSV file imported

A file of up to ${number(importRows)} products is imported into an empty catalog, and then with another price and stock of each. CPU
in µs for each row; memory as above.

${row("Importer", "rows", "created/s", "CPU, service", "CPU, PostgreSQL", "changed/s", "CPU, service", "CPU, PostgreSQL", "memory")}
${align(8)}
${imports.map(({ name, rows, created, changed, peakMb }) => row(name, number(rows), ...cellsOf(created), ...cellsOf(changed), number(peakMb))).join("\n")}

${METHOD}`;
}

const cellsOf = ({ rate, serviceUs, postgresUs }) => [figure(rate), figure(serviceUs), figure(postgresUs)];

/**
 * Each server next to Skucast in the same version of MCP.
 * @param {Server[]} servers
 * @returns {Comparison[]}
 */
function compareServers(servers) {
  const isOwn = ({ name }) => name === "Skucast";
  return servers
    .filter((server) => !isOwn(server))
    .map((other) => {
      const own = /** @type {Server} */ (servers.find((server) => isOwn(server) && server.era === other.era));
      return { work: "A product over MCP", tool: other.name, own, other, reason: REASONS.mcp };
    });
}

/**
 * @param {Feed[]} feeds
 * @returns {Comparison[]}
 */
function compareFeeds([own, ...others]) {
  return others.map((other) => ({ work: "Feed", tool: other.name, own, other, reason: REASONS.feed }));
}

/**
 * @param {Import[]} imports
 * @returns {Comparison[]}
 */
function compareImports([own, ...others]) {
  const { import: reason } = REASONS;
  return others.flatMap(({ name: tool, created, changed }) => [
    { work: "Import of new products", tool, own: own.created, other: created, reason },
    { work: "Import of changes", tool, own: own.changed, other: changed, reason },
  ]);
}

const cpuOf = ({ serviceUs, postgresUs }) => serviceUs + postgresUs;
const rateRatio = ({ own, other }) => own.rate / other.rate;
const cpuRatio = ({ own, other }) => cpuOf(other) / cpuOf(own);

function ratioRow(comparison) {
  const text = (ratio) => (ratio < 1 ? `**${ratio.toFixed(2)}**` : figure(ratio));
  return row(comparison.work, comparison.tool, text(rateRatio(comparison)), text(cpuRatio(comparison)));
}

/** Says plainly where another tool is ahead of Skucast, and why. */
function aheadText(comparisons, lines) {
  const ahead = comparisons.flatMap((comparison) => {
    const rate = rateRatio(comparison);
    const cpu = cpuRatio(comparison);
    const parts = [
      rate < 1 && `${(1 / rate).toFixed(2)} times the rate`,
      cpu < 1 && `${(1 / cpu).toFixed(2)} times less CPU`,
    ].filter(Boolean);
    if (parts.length === 0) return [];
    const { work, tool, reason } = comparison;
    return [`* ${work}: ${tool} is ahead, with ${parts.join(" and ")}. ${reason}.`];
  });
  const all = [...ahead, ...lines];
  return all.length > 0 ? all.join("\n") : "No other tool is ahead in any of this work, or in memory.";
}

/**
 * The tools that need less memory than Skucast, the first of them.
 * @param {string} work
 * @param {{ name: string, peakMb: number }[]} tools
 */
function memoryLines(work, [own, ...others]) {
  return others
    .filter(({ peakMb }) => peakMb < own.peakMb)
    .map(
      ({ name, peakMb }) =>
        `* ${work}: ${name} needs less memory, ${number(peakMb)} MB and not ${number(own.peakMb)} MB. Skucast's process is an app with a pool of connections, metrics and a bus.`,
    );
}

const METHOD = `## How they are set up

All run in production mode, with rate limits out of reach and without request logs. Servers and writers of feeds warm up before
they are measured.

* **MCP**: 1,000 products of about 1 kB, and the newest version of the protocol that a server speaks; the ratios compare with
  Skucast in the same version. Each answer must have the title of the requested product, and 20 answers of each round
  are compared field by field.
  * **Directus** and **Strapi** serve MCP themselves, from their own tables, set up as for \`npm run bench -- catalog-peers\`. The key of
    Directus is the SKU. Strapi gets a product by its document id, whose look-up is not counted.
  * **DBHub** serves a query of its configuration as a tool, on the table of Skucast, with a token.
  * **MCP SDK** is the official one, in a server of its own with a prepared statement, a token and without sessions, as its
    documentation describes: on Node's HTTP server. **FastMCP** has the same tool, without sessions and with answers in JSON.
  * Not measured: Medusa and Vendure publish no MCP server on npm, and \`@modelcontextprotocol/server-postgres\` does not serve
    HTTP.
* **Feed**: all read the same table in the order of SKUs, and map to the columns of OpenAI. The scripts write the 18 columns that have
  a value here; Skucast writes all 49. The rows come from a cursor, 1,000 at a time; **csv-stringify** and
  **@fast-csv/format** are streams, and **papaparse** makes the text of a batch. One file of each script is compared with Skucast's
  row by row, and all files of Skucast have the same hash.
* **Import**: all read the same bytes; lists are JSON in a cell. The stored products are compared with the file by PostgreSQL, and each
  change must be recorded: as an event, or as a revision in Directus.
  * The **script** parses with csv-parse, checks each row with zod, and upserts 1,000 rows in one statement that also adds an event for
    each; it writes a batch while it reads the next one.
  * **Directus** gets the file at its import endpoint, which upserts row by row in one transaction. It gets a quarter of the
    rows, so that a round takes minutes.
  * Not measured: Medusa and Vendure import only CSV files with columns of their own, and Strapi imports only its own archives.
`;

// The page of `npm run bench -- catalog-peers`: the ratios first.
import { OPERATIONS } from "./catalog-peers/operations.mjs";

const number = (value) => Math.round(value).toLocaleString("en-US");
const figure = (value) => (value < 10 ? value.toFixed(1) : number(value));
const row = (...cells) => `| ${cells.join(" | ")} |`;
const align = (count) => row("---", ...Array.from({ length: count }, () => "--:"));

/**
 * @typedef {{ rate: number, cpuUs: number, serviceUs: number, postgresUs: number, laterSeconds: number }} Figures
 * @typedef {{ name: string, startMs: number, memoryMb: number, operations: Record<string, Figures | null> }} Measured
 */

/**
 * @param {Measured[]} measured Skucast is the first.
 * @param {{ filled: number, rounds: number, seconds: number, date: Date, cores: number, node: string }} run
 */
export function renderCatalogPeers([skucast, ...peers], { filled, rounds, seconds, date, cores, node }) {
  const compared = OPERATIONS.map((operation) => compare(operation, skucast, peers));
  return `# Other catalogs

Written by \`npm run bench -- catalog-peers\` on ${date.toISOString().slice(0, 10)}: all apps of Skucast in one process, as \`npm start\` runs them, and
${listOf(peers.map(({ name }) => name))}, on a machine with ${cores} cores (Node ${node}). All use one PostgreSQL with
fsync and synchronous commits, one after the other, with ${number(filled)} products each at the start. The figures are medians of
${rounds === 1 ? "one round" : `${rounds} rounds in turn`} of ${seconds} s for each operation. CPU is that of the service and of PostgreSQL, until nothing works in the
background any more: search indexes, and for Skucast also events, the state in its channel and webhook deliveries.

## Ratios

How many times the rate of the other catalog Skucast has, and how many times Skucast's CPU the other one uses, each
product, page or answer. **Bold** ratios miss the goal.

${row("Operation", "goal", "best peer, rate", "best peer, CPU", ...peers.flatMap(({ name }) => [`${shortOf(name)}, rate`, `${shortOf(name)}, CPU`]))}
${align(3 + 2 * peers.length)}
${compared.map(ratioRow).join("\n")}

${aheadText(compared, skucast, peers)}

## Rates and CPU

Operations per second, and CPU in µs as service + PostgreSQL. A batch counts its products.

${row("Operation", ...[skucast, ...peers].map(({ name }) => name))}
${align(1 + peers.length)}
${OPERATIONS.map((operation) => figuresRow(operation, [skucast, ...peers])).join("\n")}

## Memory and start

All processes without PostgreSQL: memory (PSS) 15 s after a start, without requests, and the time from the start to the first
answer with a product. The goal is less memory than the lightest of the others.

${row("", ...[skucast, ...peers].map(({ name }) => name))}
${align(1 + peers.length)}
${row("Memory, MB", ...[skucast, ...peers].map(({ memoryMb }) => number(memoryMb)))}
${row("First answer, s", ...[skucast, ...peers].map(({ startMs }) => (startMs / 1_000).toFixed(1)))}

${METHOD}`;
}

/** The smallest ratio of the peers is that to the best one. */
function compare({ id, name, goal }, skucast, peers) {
  const own = /** @type {Figures} */ (skucast.operations[id]);
  const ratios = peers.map((peer) => {
    const other = peer.operations[id];
    return other ? { peer, rate: own.rate / other.rate, cpu: other.cpuUs / own.cpuUs } : null;
  });
  const present = ratios.filter((each) => each !== null);
  const best = (part) => Math.min(...present.map((each) => each[part]));
  return { name, goal, ratios, bestRate: best("rate"), bestCpu: best("cpu") };
}

function ratioRow({ name, goal, ratios, bestRate, bestCpu }) {
  const text = (value) => (value < goal ? `**${figure(value)}**` : figure(value));
  const cells = ratios.flatMap((each) => (each ? [figure(each.rate), figure(each.cpu)] : ["no such API", ""]));
  return row(name, goal, text(bestRate), text(bestCpu), ...cells);
}

function figuresRow({ id, name }, catalogs) {
  const cells = catalogs.map(({ operations }) => {
    const figures = operations[id];
    if (!figures) return "no such API";
    return `${figure(figures.rate)}/s, ${number(figures.serviceUs)} + ${number(figures.postgresUs)}`;
  });
  return row(name, ...cells);
}

/** Says plainly where another catalog is ahead of Skucast. */
function aheadText(compared, skucast, peers) {
  const lines = compared.flatMap(({ name, ratios }) =>
    ratios
      .filter((each) => each !== null && (each.rate < 1 || each.cpu < 1))
      .map(({ peer, rate, cpu }) => {
        const parts = [
          rate < 1 && `${(1 / rate).toFixed(1)} times the rate`,
          cpu < 1 && `${(1 / cpu).toFixed(1)} times less CPU`,
        ];
        return `* ${name}: ${peer.name} is ahead, with ${parts.filter(Boolean).join(" and ")}.`;
      }),
  );
  for (const peer of peers) {
    if (peer.memoryMb < skucast.memoryMb)
      lines.push(
        `* Memory: ${peer.name} uses less, ${number(peer.memoryMb)} MB and not ${number(skucast.memoryMb)} MB.`,
      );
    if (peer.startMs < skucast.startMs)
      lines.push(
        `* Start: ${peer.name} answers earlier, after ${(peer.startMs / 1_000).toFixed(1)} s and not ${(skucast.startMs / 1_000).toFixed(1)} s.`,
      );
  }
  return lines.length > 0 ? lines.join("\n") : "No other catalog is ahead in any operation, in memory or in its start.";
}

const listOf = (names) => `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
const shortOf = (name) => name.split(" ")[0];

const METHOD = `## How they are set up

All run in production mode with the settings of a new project, without rate limits, request logs and telemetry, and their
clients use the login that each recommends between servers, or a faster one. Every answer is checked, and after each
operation some of the stored products are read back and compared with what was sent.

* **Products** have about 1 kB: title, description, links to images, brand, price, stock and attributes. One word in the
  title is shared by one product of a hundred; a search asks for it, and for 20 products.
* **Changes** set price and stock. The other catalogs receive only these; Skucast receives the whole product, finds out
  what has changed, and creates or changes it. None of the others changes a product by its SKU in one request, unless its
  key is the SKU: a client would look up its id first, which is not counted.
* **Directus**: the collection's key is the SKU, which needs no look-up; activity and revisions are recorded, as they
  are by default; static token. It runs on Node 22, without its package isolated-vm for scripts in flows.
* **Strapi**: a content type without drafts; API token; the admin panel is not served. Its REST API has no batches
  and no search: filters look for the word in SKU, title, description and brand.
* **Vendure**: server and worker; other attributes are custom fields; session token. A creation is two requests, the
  product and its variant. A batch changes variants; there is none that creates products. Updates of its search
  index are collected and applied together after each operation, as it offers for changes in bulk: otherwise each change of
  stock is a job, of which the worker starts five a second.
* **Medusa**: one process with its modules in memory, without Redis; a product has one variant with one price, and its
  stock and other attributes are metadata; token of a user, since the check of an API key costs more. It answers
  with the fields that were sent, and writes with ids, instead of everything that it would return.
`;

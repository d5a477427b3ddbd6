// The table of a run: ratios first.

const number = (value) => Math.round(value).toLocaleString("en-US");
const mebibytes = (bytes) => `${bytes / 1024 / 1024} MiB`;
const ratio = (value) => value.toFixed(2);

export function renderReport(
  results,
  { seconds, exportRows, pushBytes, transferBytes, importRows, cores, kernel, node, spread },
) {
  const rows = [
    paired(
      "Single upsert over REST, 32 connections",
      "pgbench, one statement each, 32 clients",
      results.upsert,
      "0.60",
    ),
    paired(
      "Batch of 1,000 over REST, 2 in flight, products",
      "the write statement fed by `unnest`, 2 in flight",
      results.batch,
      "0.55",
    ),
    paired("List of 100 over REST, 8 connections, pages", "pgbench, the same SELECT, 8 clients", results.list, "0.65"),
    paired(
      `Feed of ${number(exportRows)} products to a CSV file with gzip level 1, rows`,
      "`COPY … TO` a file of the same documents, by PostgreSQL itself",
      results.export && { product: results.export.build, limit: results.export.limit },
      "0.70",
    ),
    paired(
      "The same file made, judged and brought to a partner over SFTP, rows",
      "the same",
      results.export && { product: results.export.pass, limit: results.export.limit },
      "0.65",
    ),
    ...(results.push ?? []).flatMap(({ server, written, readBack }) => [
      paired(
        `File of ${number(pushBytes / 1e6)} MB pushed to ${server}, synced and renamed, its size compared, MB`,
        "OpenSSH's `sftp put -f` and `rename`, with the same cipher",
        written,
        "0.65",
      ),
      paired(
        `The same to ${server}, read back whole before the rename, MB`,
        "the same client, which also reads it: `get` to /dev/null",
        readBack,
        "0.65",
      ),
    ]),
    paired(
      `File of ${mebibytes(transferBytes)} fetched by OpenSSH's \`sftp get\`, MB`,
      "the same client from OpenSSH's server",
      results.pull,
      "0.50",
    ),
    paired(
      `Import of a CSV file, all ${number(importRows)} rows changed`,
      "`COPY`, a merge and its events in SQL, no rule checked",
      results.import && { product: results.import.product.changed, limit: results.import.limit.changed },
      "0.60",
    ),
  ].filter(Boolean);
  return `# Benchmarks

Written by \`npm run bench\`: limit and product in one run, ${seconds} s each after a warm-up, on one machine with ${cores} cores
(Linux ${kernel}, Node ${node}, PostgreSQL from npm with fsync and synchronous commits). Load generator, service and PostgreSQL share the cores, so rates are of
the whole machine; CPU per operation is the steadier figure. \`ratio\` is product to limit. The same
piece of work, timed ${spread.count} times in between, took ${number(spread.fastestMs)} to ${number(spread.slowestMs)} ms: so steady was the machine.
After each measurement, outside of the timed part, what arrived is compared with what was sent: a difference is an error.

${rows.length > 0 ? `| what | ratio of rate | goal | product /s | limit /s | ratio of CPU | product µs/op (service + PostgreSQL) | limit µs/op | limit |\n| --- | --: | --: | --: | --: | --: | --: | --: | --- |\n${rows.join("\n")}\n` : ""}${others(results)}${peersTable(results)}${LIMITS}`;
}

const LIMITS = `
## What limits it

* **Single upserts** share statements and commits; what is left is HTTP, parsing and checking in one Node thread.
* **Batches**: one Node thread parses, checks, merges, renders and hashes each product, and beside it the relay, in the
  same process, hands each event to the bus. The limit writes rows that were decided before, and nobody sends their events.
* **Lists**: each page of about 100 kB is read from one socket and written to another by one Node thread, as text.
* **Imports**: one Node thread reads, maps, checks, decides and renders each row while PostgreSQL writes those before.
* **Files**: one thread finds the fields in each document, writes the row and hashes it, in WebAssembly, while PostgreSQL
  sends those that follow and another thread compresses those before: three on two cores. A file is sent when it is whole and the
  guards have judged it, so the way to a partner is not hidden behind the making.
* **Deliveries**: both cores are busy. Of a dispatcher's CPU a quarter are the ed25519 signatures, of which a thread beside
  makes two thirds, and a seventh the writes to the sockets, which the bare loop has too; the rest is HTTP, garbage, and the statements. Of
  PostgreSQL's two thirds are the delivery's row, with its four indexes, and the rest its outcome, written in place, with the
  attempt's row. Broker and receiver share the same cores.
* **Transfers**: one thread encrypts and frames in JavaScript what OpenSSH does in C.

More throughput comes from more processes: each app runs beside copies of itself.
`;

function paired(what, limitName, result, goal) {
  if (!result) return null;
  const { product, limit } = result;
  const parts = product.appUs === undefined ? "" : ` (${product.appUs.toFixed(1)} + ${product.postgresUs.toFixed(1)})`;
  return `| ${what} | **${ratio(product.rate / limit.rate)}** | ${goal} | ${number(product.rate)} | ${number(limit.rate)} | ${ratio(product.cpuUs / limit.cpuUs)} | ${product.cpuUs.toFixed(1)}${parts} | ${limit.cpuUs.toFixed(1)} | ${limitName} |`;
}

function others({
  upsert,
  unchanged,
  mcp,
  search,
  export: exported,
  import: imported,
  deliveries,
  sharedDeliveries,
  idle,
  pages,
  views,
}) {
  const lines = [];
  if (deliveries && sharedDeliveries) lines.push(...deliveryLines(deliveries, sharedDeliveries));
  if (upsert) lines.push(`* Single upsert: 99 % of the requests within ${upsert.product.p99.toFixed(1)} ms.`);
  if (upsert && unchanged) {
    const { product, walBytes } = unchanged;
    lines.push(
      `* Unchanged upsert: ${walBytes.toFixed(1)} bytes of WAL each, ${number(product.rate)}/s; PostgreSQL's CPU ${ratio(product.postgresUs / upsert.product.postgresUs)} and all CPU ${ratio(product.cpuUs / upsert.product.cpuUs)} of a changed one (goal 0.40).`,
    );
  }
  if (exported) lines.push(...exportLines(exported));
  if (mcp) lines.push(mcpLine(mcp));
  if (search) lines.push(searchLine(search));
  if (pages) lines.push(pagesLine(pages));
  if (views) lines.push(viewsLine(views));
  if (imported) lines.push(importLine(imported));
  if (idle) {
    lines.push(
      `* The whole house idle: ${number(idle.memory.pss)} MB proportional (${number(idle.memory.rss)} MB resident, shared pages counted for each process), of which the Node process ${number(idle.node.pss)} MB; goal 200 MB. First start on an empty folder ${(idle.firstStartMs / 1000).toFixed(1)} s, second ${(idle.secondStartMs / 1000).toFixed(1)} s.`,
    );
  }
  return lines.length > 0 ? `\n${lines.join("\n")}\n` : "";
}

function exportLines({ build, pass }) {
  const { idleMb, peakMb, megabytes } = build;
  return [
    `* Feed: ${number(megabytes)} MB compressed; resident memory ${number(idleMb)} MB before, ${number(peakMb)} MB at the most (goal 128 MB more).`,
    `* One pass to SFTP: ${pass.partnerUs.toFixed(1)} µs of CPU for each row are the partner's server; ${ratio(pass.rate / build.rate)} of the rate of the file alone.`,
  ];
}

function mcpLine({ rest, modern, legacy }) {
  const told = ({ appUs, postgresUs, cpuUs }) =>
    `${ratio(cpuUs / rest.cpuUs)} (${number(appUs)} + ${number(postgresUs)} µs)`;
  return (
    `* A product by its SKU as the answer of an MCP tool, 16 connections: CPU of service and PostgreSQL to that of the same over REST ` +
    `(${number(rest.appUs)} + ${number(rest.postgresUs)} µs): without a handshake ${told(modern)}, after \`initialize\` ${told(legacy)}; goal 2.20.`
  );
}

function searchLine({ rows, shapes }) {
  const told = ({ name, p50, p95, p99, cpuMs }) =>
    `${name} ${p50.toFixed(1)} / ${p95.toFixed(1)} / ${p99.toFixed(1)} (${cpuMs.toFixed(1)})`;
  return `* Searches among ${number(rows)} products, one after the other, in ms at p50 / p95 / p99 (CPU of PostgreSQL), goal 50: ${shapes.map(told).join("; ")}.`;
}

function pagesLine({ rows, measured }) {
  const told = measured.map(
    ({ what, steps, found, medianMs, maxMs }) =>
      `${what} ${medianMs.toFixed(0)} ms at the median, ${maxMs.toFixed(0)} ms at the most (${steps} steps, ${number(found)} found)`,
  );
  return (
    `* One person in the dashboard's list of ${number(rows)} products, each step a request (goal 200 ms): ` +
    `${told.join("; ")}.`
  );
}

function viewsLine({ views, measured }) {
  const told = measured.map(({ path, medianMs, maxMs }) => `${placeText(path)} ${number(medianMs)} / ${number(maxMs)}`);
  return (
    `* First view of each place of the dashboard, from asking for its address to showing what it is for, in a browser that has ` +
    `kept nothing of it, service and browser on this machine, in ms at the median / at the most of ${views} (goal 1,500): ${told.join("; ")}.`
  );
}

/** A place's address without the id of what the demo workspace has there. */
const placeText = (path) => `\`${path.replace(/\/[a-z]+_[0-9a-z]{26}$/, "/…")}\``;

function importLine({ product: { created, unchanged, changed, idleMb, peakMb }, limit }) {
  const told = (part) => `${number(part.rate)} rows/s, ${part.cpuUs.toFixed(1)} µs of CPU each`;
  return (
    `* Import: new rows ${told(created)} (${ratio(created.rate / limit.created.rate)} of SQL alone); unchanged ones ${told(unchanged)}, ` +
    `${(unchanged.rate / changed.rate).toFixed(1)} times the rate and ${(changed.cpuUs / unchanged.cpuUs).toFixed(1)} times less CPU than changed ones (goal 5); ` +
    `resident memory ${number(idleMb)} MB before, ${number(peakMb)} MB at the most (goal 128 MB more).`
  );
}

/** Deliveries are told by their parts: the processes share the cores with the receiver, so rates say less than CPU. */
function deliveryLines({ product, paced, limit, latency }, { product: full, paced: shared }) {
  const parts = (measured) =>
    `${number(cpuUsOf(measured))} µs of CPU each (dispatcher ${number(measured.dispatcherUs)}, PostgreSQL ${number(measured.postgresUs)}, RabbitMQ ${number(measured.brokerUs)})`;
  return [
    `* Webhook deliveries of 1 kB to 50 endpoints, each an origin of its own, with quorum queues, signatures and the log of attempts (the middle one of three rounds): ${number(product.rate)}/s, ${ratio(product.rate / limit.rate)} of a bare undici loop that signs and posts the same (goal 0.55: ${number(limit.rate)}/s, ${number(limit.cpuUs)} µs each); ${parts(product)}.`,
    `* From a write over REST to the first attempts of its 50 deliveries, at ${number(latency.rate)} deliveries a second (six tenths of the rate above), in ms: ${number(latency.p50Ms)} at the median (goal 50), 99 % within ${number(latency.p99Ms)} (goal 500).`,
    `* Two dispatchers with ${number(shared.rate)} deliveries a second together, against one with ${number(paced.rate)}: CPU for each delivery ${ratio(cpuUsOf(shared) / cpuUsOf(paced))} of that of one, of the dispatchers alone ${ratio(shared.dispatcherUs / paced.dispatcherUs)} (1 is perfect sharing; goal 1.7 times the rate means 1.18 at most): ${parts(shared)} against ${parts(paced)}. At full load both share the cores that one has to itself: ${number(full.rate)}/s, ${parts(full)}.`,
  ];
}

/** Whoever delivers is told by rate, and by CPU of what delivers and what stores; enqueueing is within both. */
function peersTable({ deliveries, peers }) {
  if (!peers) return "";
  const ours = deliveries?.product;
  const row = (...cells) => `| ${cells.join(" | ")} |`;
  const rows = peers.map(({ name, goal, inFlight, rate, workerUs, enqueuerUs, storeUs }) =>
    row(
      `${name}, ${inFlight} in flight`,
      number(rate),
      ours ? `**${ratio(ours.rate / rate)}**` : "",
      goal.toFixed(1),
      ours ? ratio((workerUs + enqueuerUs + storeUs) / cpuUsOf(ours)) : "",
      ...[workerUs + enqueuerUs + storeUs, workerUs, enqueuerUs, storeUs].map(number),
    ),
  );
  if (ours) {
    const storeUs = ours.postgresUs + ours.brokerUs;
    const cells = [number(cpuUsOf(ours)), number(ours.dispatcherUs), "", number(storeUs)];
    rows.unshift(row("Skucast", number(ours.rate), "", "", "", ...cells));
  }
  return `
## What others deliver

The same work as a team would build it on a queue of jobs from npm: 1 kB to the same 50 endpoints, a job for each
delivery, both signatures, undici, and each attempt's row committed in PostgreSQL (50 rows or 20 ms together) before its job is
completed (the middle one of three rounds, in turn with those of Skucast). One worker, with 50, 100 or 200 jobs in flight, whichever serves it best; another process enqueues in bulk meanwhile.
pg-boss fetches what may be in flight, and with large fetches ten times as many, which serves it better than any setting of its own
workers. graphile-worker in batches is set as its guide to performance advises.
Redis syncs its log once a second. Redis and PostgreSQL are the store; of Skucast PostgreSQL and RabbitMQ.

| who | deliveries /s | rate of Skucast to it | goal | its CPU to Skucast's | CPU µs each | worker | enqueuing | store |
| --- | --: | --: | --: | --: | --: | --: | --: | --: |
${rows.join("\n")}
`;
}

/** CPU of the product for each delivery. */
function cpuUsOf({ dispatcherUs, postgresUs, brokerUs }) {
  return dispatcherUs + postgresUs + brokerUs;
}

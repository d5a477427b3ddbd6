// The report of a run: the ratios first.

const number = (value) => Math.round(value).toLocaleString("en-US");
const mebibytes = (bytes) => `${bytes / 1024 / 1024} MiB`;
const ratio = (value) => value.toFixed(2);

export function renderReport(
  results,
  {
    date,
    commit,
    rounds,
    seconds,
    exportRows,
    pushBytes,
    transferBytes,
    importRows,
    cores,
    kernel,
    node,
    spread,
    wakeUpUs,
    asleepUs,
  },
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
      "0.60",
    ),
    paired("List of 100 over REST, 8 connections, pages", "pgbench, the same SELECT, 8 clients", results.list, "0.70"),
    paired("Product by its SKU over REST, 32 connections", "pgbench, the same SELECT, 32 clients", results.get, "0.70"),
    paired(
      `Feed of ${number(exportRows)} products to a CSV file with gzip level 1, rows`,
      "`COPY … TO` a file of the same documents, by PostgreSQL itself",
      results.export && { product: results.export.build, limit: results.export.limit },
      "0.70",
    ),
    paired(
      "The same file created, checked by guards and pushed to a partner over SFTP, rows",
      "the same",
      results.export && { product: results.export.pass, limit: results.export.limit },
      "0.65",
    ),
    paired(
      "The same number of products with three market prices, in a channel with ten rules, rows",
      "`COPY … TO` a file of these documents",
      results.rules && { product: results.rules.build, limit: results.rules.limit },
      "0.40",
    ),
    ...(results.push ?? []).flatMap(({ server, written, readBack }) => [
      paired(
        `File of ${number(pushBytes / 1e6)} MB pushed to ${server}, synced, size compared and renamed, MB`,
        "OpenSSH's `sftp put -f` and `rename`, with the same cipher",
        written,
        "0.65",
      ),
      paired(
        `The same to ${server}, read back completely before the rename, MB`,
        "the same client, which also reads the file: `get` to /dev/null",
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
      "`COPY`, a merge and its events in SQL, without validation",
      results.import && { product: results.import.product.changed, limit: results.import.limit.changed },
      "0.60",
    ),
    ...(results.import?.others ?? []).map(({ format, changed }) =>
      paired(
        `The same rows as ${format.toUpperCase()}`,
        "the same",
        { product: changed, limit: results.import.limit.changed },
        "",
      ),
    ),
  ].filter(Boolean);
  return `# Benchmarks

Written by \`npm run bench\` on ${date.toISOString().slice(0, 10)} (commit ${commit}): limit and product in one run, ${seconds} s each after a warm-up, on one machine with ${cores} cores
(Linux ${kernel}, Node ${node}, PostgreSQL from npm with fsync and synchronous commits). Load generator, service and PostgreSQL share the cores, so rates
are those of the whole machine; CPU per operation varies less. \`ratio\` is product to limit${
    rounds > 1 ? `; with a range, it is the median of ${rounds} rounds of limit and product in turn` : ""
  }. The same
piece of work, timed ${spread.count} times in between, took ${number(spread.fastestMs)} to ${number(spread.slowestMs)} ms, which shows how steady the machine was;
one thread wakes another and is woken by it in ${number(wakeUpUs)} µs${
    asleepUs === undefined
      ? ""
      : ` (${number(asleepUs)} µs while the cores of this virtual machine sleep; loops of
the lowest priority keep them awake)`
  }.
After each measurement, outside the timed part, the received data is compared with the data sent: a difference is an error.

${rows.length > 0 ? `| what | ratio of rate | goal | product /s | limit /s | ratio of CPU | product µs/op (service + PostgreSQL) | limit µs/op | limit |\n| --- | --: | --: | --: | --: | --: | --: | --: | --- |\n${rows.join("\n")}\n` : ""}${others(results)}${wholeTable(results)}${peersTable(results)}${LIMITS}`;
}

const LIMITS = `
## What limits it, and what comes next

[Profiles](profiles.md) show where the CPU time of each path goes.

* **Single upserts** share statements and commits; the rest is HTTP, parsing and validation in one Node thread.
* **Batches**: one Node thread parses, validates, merges, renders and hashes each product, a third of it in
  \`catalog/products\`. In the same process, the relay sends each event to the bus. The limit writes rows that were prepared
  before, and sends no events. Next: the relay in a thread of its own.
* **Lists**: each page of about 100 kB is read from one socket and written to another by one Node thread, as text, and two
  fifths of its time are native code that copies and decodes it. Next: the bytes of a page from the socket of PostgreSQL to
  that of the client, without text in between.
* **Imports**: one Node thread reads, maps, validates and renders each row while PostgreSQL writes the previous rows; a sixth
  of a row is garbage collection. Next: rows mapped in a second thread.
* **Files**: one thread parses each document, maps it, writes the row and hashes it. Meanwhile PostgreSQL
  sends the next documents and another thread compresses the previous rows: three threads on two cores. A file is sent when
  it is complete and the guards have passed it, so the upload does not overlap with its creation. No part of a row stands
  out in its profile. Next: rows whose product and channel have not changed are copied from the last file.
* **Deliveries**: both cores are busy. A quarter of a dispatcher's CPU is ed25519 signatures, two thirds of which a second
  thread computes, and a seventh is writes to the sockets, which the bare loop has too; the rest is HTTP, garbage collection
  and statements. Two thirds of PostgreSQL's CPU is the row of the delivery, with its four indexes; the rest is its outcome,
  written in place, and the row of the attempt. Broker and receiver share the same cores. Next: fewer indexes of pending
  deliveries.
* **Idle memory**: three quarters are the Node process with the modules of all apps, the rest is PostgreSQL.
* **Transfers**: one thread encrypts and frames the data in JavaScript; OpenSSH does so in C.

For more throughput, run more processes of each app.
`;

/** What people run. Where the same requests were measured at catalog-api alone, its CPU is next to it. */
function wholeTable({ whole, ...results }) {
  if (!whole) return "";
  const rows = whole.operations.map(({ name, api, rate, p99, duringUs, allUs, laterSeconds }) => {
    const alone = api && results[api] ? number(results[api].product.cpuUs) : "";
    return `| ${name} | ${number(rate)} | ${p99.toFixed(1)} | **${number(allUs)}** | ${number(duringUs)} | ${alone} | ${laterSeconds.toFixed(0)} |`;
  });
  return `
## All apps in one process

As \`npm start\` runs them, with the demo's channel and webhook endpoint. Each operation is charged with all CPU of the
deployment until nothing works in the background any more: the search index, the state in the channel, events and their
delivery. Afterwards the deployment used ${number(whole.memoryMb)} MB of memory (PSS).

| operation | /s | p99, ms | CPU µs, all | during the requests | catalog-api alone | quiet after, s |
| --- | --: | --: | --: | --: | --: | --: |
${rows.join("\n")}
`;
}

function paired(what, limitName, result, goal) {
  if (!result) return null;
  const { product, limit, ratios = [] } = result;
  const range = ratios.length > 1 ? ` (${ratio(Math.min(...ratios))} to ${ratio(Math.max(...ratios))})` : "";
  const parts = product.appUs === undefined ? "" : ` (${product.appUs.toFixed(1)} + ${product.postgresUs.toFixed(1)})`;
  return `| ${what} | **${ratio(product.rate / limit.rate)}**${range} | ${goal} | ${number(product.rate)} | ${number(limit.rate)} | ${ratio(product.cpuUs / limit.cpuUs)} | ${product.cpuUs.toFixed(1)}${parts} | ${limit.cpuUs.toFixed(1)} | ${limitName} |`;
}

function others({
  upsert,
  unchanged,
  mcp,
  search,
  index,
  lag,
  hanging,
  separate,
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
  if (hanging) lines.push(hangingLine(hanging));
  if (upsert) lines.push(`* Single upsert: p99 latency ${upsert.product.p99.toFixed(1)} ms.`);
  if (upsert && unchanged) {
    const { product, walBytes } = unchanged;
    lines.push(
      `* Unchanged upsert: ${walBytes.toFixed(1)} bytes of WAL each, ${number(product.rate)}/s; PostgreSQL's CPU ${ratio(product.postgresUs / upsert.product.postgresUs)} and all CPU ${ratio(product.cpuUs / upsert.product.cpuUs)} of a changed one (goal 0.40).`,
    );
  }
  if (exported) lines.push(...exportLines(exported));
  if (mcp) lines.push(mcpLine(mcp));
  if (search) lines.push(searchLine(search));
  if (index) lines.push(indexLine(index));
  if (lag) lines.push(lagLine(lag));
  if (pages) lines.push(pagesLine(pages));
  if (views) lines.push(viewsLine(views), slowViewsLine(views));
  if (imported) lines.push(importLine(imported), otherFormatsLine(imported));
  if (idle) {
    lines.push(
      `* All apps in one process, idle: ${number(idle.memory.pss)} MB PSS (${number(idle.memory.rss)} MB RSS, which counts shared pages once for each process), of which the Node process ${number(idle.node.pss)} MB; goal 150 MB. First start on an empty folder ${(idle.firstStartMs / 1000).toFixed(1)} s, second ${(idle.secondStartMs / 1000).toFixed(1)} s (goal 1).`,
    );
  }
  if (separate) {
    const texts = separate.map(({ name, megabytes }) => `${name} ${number(megabytes)}`);
    lines.push(`* Each app as a process of its own, idle, in MB PSS (goal 90): ${texts.join(", ")}.`);
  }
  return lines.length > 0 ? `\n${lines.join("\n")}\n` : "";
}

function exportLines({ build, pass }) {
  const { idleMb, peakMb, megabytes } = build;
  return [
    `* Feed: ${number(megabytes)} MB compressed; resident memory ${number(idleMb)} MB before, ${number(peakMb)} MB at most (goal: 128 MB more).`,
    `* Feed pushed over SFTP: ${pass.partnerUs.toFixed(1)} µs of CPU per row are the partner's server; ${ratio(pass.rate / build.rate)} of the rate without a delivery.`,
  ];
}

function mcpLine({ rest, modern, legacy }) {
  const textOf = ({ appUs, postgresUs, cpuUs }) =>
    `${ratio(cpuUs / rest.cpuUs)} (${number(appUs)} + ${number(postgresUs)} µs)`;
  return (
    `* A product by its SKU over MCP, 16 connections: CPU of service and PostgreSQL relative to the same over REST ` +
    `(${number(rest.appUs)} + ${number(rest.postgresUs)} µs): without a handshake ${textOf(modern)}, after \`initialize\` ${textOf(legacy)}; goal 2.20.`
  );
}

function searchLine({ rows, shapes }) {
  const textOf = ({ name, p50, p95, p99, cpuMs }) =>
    `${name} ${p50.toFixed(1)} / ${p95.toFixed(1)} / ${p99.toFixed(1)} (${cpuMs.toFixed(1)})`;
  return `* Searches among ${number(rows)} products, one after the other, in ms: p50 / p95 / p99 (CPU of PostgreSQL), goal 50: ${shapes.map(textOf).join("; ")}.`;
}

function indexLine({ rows, bulkUs, unchangedUs, singleUs }) {
  return (
    `* Keeping the search of ${number(rows)} products up to date, CPU of PostgreSQL per product: ${bulkUs.toFixed(1)} µs when ` +
    `they are new (goal 40), ${unchangedUs.toFixed(1)} µs when nothing that is searched has changed, ` +
    `${singleUs.toFixed(1)} µs for one renamed product at a time (goal 100).`
  );
}

function lagLine({ rate, p50, p99, laterSeconds }) {
  return (
    `* While batches create ${number(rate)} products/s (at most 10,000), the oldest one waits for the search, in s: ` +
    `p50 ${p50.toFixed(1)}, p99 ${p99.toFixed(1)} (goal 2). The search has all of them ${laterSeconds.toFixed(1)} s after the last batch.`
  );
}

function hangingLine({ endpoints, hangingEndpoints, quiet, hanging }) {
  const textOf = ({ p50Ms, p99Ms }) => `p50 ${number(p50Ms)}, p99 ${number(p99Ms)}`;
  return (
    `* Webhooks to ${number(endpoints)} endpoints of ${number(endpoints / 50)} workspaces, each on a host of its own, ${number(quiet.rate)}/s, from the write to the first ` +
    `attempt, in ms: ${textOf(quiet)}. While ${number(hangingEndpoints)} of them accept connections and never respond, at the others: ` +
    `${textOf(hanging)}, ${ratio(hanging.p99Ms / quiet.p99Ms)} times the p99 (goal 1.2).`
  );
}

function pagesLine({ rows, measured }) {
  const texts = measured.map(
    ({ what, steps, found, medianMs, maxMs }) =>
      `${what} ${medianMs.toFixed(0)} ms p50, ${maxMs.toFixed(0)} ms maximum (${steps} steps, ${number(found)} found)`,
  );
  return (
    `* One user in the dashboard's list of ${number(rows)} products, each step a request (goal 200 ms): ` +
    `${texts.join("; ")}.`
  );
}

function viewsLine({ views, measured }) {
  const texts = measured.map(({ path, medianMs, maxMs }) => `${pathText(path)} ${number(medianMs)} / ${number(maxMs)}`);
  return (
    `* First view of each page of the dashboard, from the request to its content, in a browser with an empty cache, ` +
    `service and browser on this machine, in ms: p50 / maximum of ${views} (goal 1,500): ${texts.join("; ")}.`
  );
}

function slowViewsLine({ views, products, slow }) {
  const texts = slow.map(
    ({ path, shellMs, rowsMs, bytes }) =>
      `${pathText(path)} frame ${number(shellMs)}, first rows ${number(rowsMs)}, ${number(bytes / 1000)} kB until then`,
  );
  return (
    `* The same on a slow line (50 kB/s, 400 ms of latency), with ${number(products)} products, in ms, p50 of ${views} ` +
    `(goals: frame 1,000, first rows 4,000): ${texts.join("; ")}.`
  );
}

/** The path of a page, without the id of an object of the demo workspace. */
const pathText = (path) => `\`${path.replace(/\/[a-z]+_[0-9a-z]{26}$/, "/…")}\``;

function importLine({ product: { created, unchanged, changed, idleMb, peakMb }, limit }) {
  const textOf = (part) => `${number(part.rate)} rows/s, ${part.cpuUs.toFixed(1)} µs of CPU each`;
  return (
    `* Import: new rows ${textOf(created)} (${ratio(created.rate / limit.created.rate)} of SQL alone); unchanged rows ${textOf(unchanged)}, ` +
    `${(unchanged.rate / changed.rate).toFixed(1)} times the rate and ${(changed.cpuUs / unchanged.cpuUs).toFixed(1)} times less CPU than changed rows (goal 5); ` +
    `resident memory ${number(idleMb)} MB before, ${number(peakMb)} MB at most (goal: 128 MB more).`
  );
}

function otherFormatsLine({ others }) {
  const texts = others.map(
    ({ format, unchanged, idleMb, peakMb }) =>
      `${format.toUpperCase()} ${number(unchanged.rate)} rows/s, ${unchanged.cpuUs.toFixed(1)} µs of CPU each, ${number(peakMb - idleMb)} MB`,
  );
  return (
    `* Import of unchanged rows in other formats (goal for XLSX and XML: 20,000 rows/s), with the memory that these imports ` +
    `added at most (goal: 128 MB): ${texts.join("; ")}.`
  );
}

/** Deliveries are reported by process: the processes share the cores with the receiver, so CPU says more than rates. */
function deliveryLines({ product, paced, limit, latency }, { product: full, paced: shared }) {
  const parts = (measured) =>
    `${number(cpuUsOf(measured))} µs of CPU each (dispatcher ${number(measured.dispatcherUs)}, PostgreSQL ${number(measured.postgresUs)}, RabbitMQ ${number(measured.brokerUs)})`;
  return [
    `* Webhook deliveries of 1 kB to 50 endpoints, each its own origin, with quorum queues, signatures and the attempt log (median of three rounds): ${number(product.rate)}/s, ${ratio(product.rate / limit.rate)} of a bare undici loop that signs and posts the same bodies (goal 0.65: ${number(limit.rate)}/s, ${number(limit.cpuUs)} µs each); ${parts(product)}.`,
    `* From a write over REST to the first attempts of its 50 deliveries, at ${number(latency.rate)} deliveries/s (60 % of the rate above), in ms: p50 ${number(latency.p50Ms)} (goal 50), p99 ${number(latency.p99Ms)} (goal 500).`,
    `* Two dispatchers with ${number(shared.rate)} deliveries/s together, compared with one with ${number(paced.rate)}: CPU per delivery ${ratio(cpuUsOf(shared) / cpuUsOf(paced))} of that of one dispatcher; of the dispatchers alone ${ratio(shared.dispatcherUs / paced.dispatcherUs)} (1 is perfect sharing; the goal, 1.7 times the rate, means at most 1.18): ${parts(shared)} against ${parts(paced)}. At full load, both share the cores that a single dispatcher uses alone: ${number(full.rate)}/s, ${parts(full)}.`,
  ];
}

/** Queues are compared by rate, and by CPU of worker, enqueuer and store. */
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
## Other job queues

The same work, as a team would build it on a job queue from npm: 1 kB to the same 50 endpoints, one job per delivery, both
signatures, undici, and the row of each attempt committed in PostgreSQL (up to 50 rows or 20 ms together) before its job is
completed. The figures are the median of three rounds, alternating with those of Skucast. One worker runs with 50, 100 or
200 jobs in flight, the number with the best rate; meanwhile another process enqueues in bulk. pg-boss fetches as many jobs
as may be in flight, and with large fetches ten times as many, which is faster than any setting of its own workers.
graphile-worker in batches is configured as its performance guide advises. Redis syncs its log once a second. The store is
Redis and PostgreSQL; for Skucast, PostgreSQL and RabbitMQ.

| Queue | deliveries /s | rate of Skucast relative to it | goal | its CPU relative to Skucast | CPU µs each | worker | enqueuing | store |
| --- | --: | --: | --: | --: | --: | --: | --: | --: |
${rows.join("\n")}
`;
}

/** CPU of the product per delivery. */
function cpuUsOf({ dispatcherUs, postgresUs, brokerUs }) {
  return dispatcherUs + postgresUs + brokerUs;
}

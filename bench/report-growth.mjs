// The page of `npm run bench -- growth`.
import { LIMITS } from "@skucast/contracts/limits";
import { COUNTED_DELIVERIES_MAX } from "@skucast/contracts/webhook-endpoints/statistics";

/** A figure may grow by this factor from the small catalog to the large one. */
const GOAL = 1.3;
/** Differences below this are the noise of a request of a millisecond. */
const NOISE_MS = 0.5;
const NOISE_US = 300;

const number = (value) => Math.round(value).toLocaleString("en-US");
const figure = (value) => (value < 10 ? value.toPrecision(2) : number(value));

/**
 * Why an operation may cost more among many products, by what its name matches.
 * @type {readonly (readonly [RegExp, string])[]}
 */
const REASONS = [
  [
    /^GET \/(?:events\?type|events\?order|products\?(?:condition|updated_after))/,
    `examines up to ${number(LIMITS.pageScanRowsMax)} rows for a page, and the small catalog has fewer that match its first condition`,
  ],
  [/^GET \/deliveries\?/, `examines up to ${number(LIMITS.deliveryScanRowsMax)} deliveries for a page`],
  [
    /\/statistics$/,
    `counts up to ${number(COUNTED_DELIVERIES_MAX)} deliveries, whose attempts no longer fit into PostgreSQL's memory`,
  ],
  [/\?q, in one product/, "the searched number is a part of longer ones, of which the large catalog has more"],
  [/\?q,/, "the index of words no longer fits into PostgreSQL's memory"],
  [/\/preview$/, "maps up to 10,000 products, which no longer fit into PostgreSQL's memory"],
];

export function renderGrowth({ small, large, before, after }, { date, cores, node }) {
  const first = new Map(before.operations.measured.map((each) => [each.name, each]));
  const rows = after.operations.measured.map((each) => rowOf(first.get(each.name), each)).filter(Boolean);
  const { load } = after;
  const rates =
    load.firstRate === null
      ? ""
      : ` The first 100,000 rows were read at ${number(load.firstRate)} rows/s, the last at ${number(load.lastRate)} (${(load.lastRate / load.firstRate).toFixed(2)}; goal 0.8).`;
  return `# Growth

Written by \`npm run bench -- growth\` on ${date.toISOString().slice(0, 10)}: all apps in one process as \`npm start\` runs them, on a machine with ${cores}
cores (Node ${node}), with ${number(small)} and with ${number(large)} products of one workspace. CPU is that of the whole deployment with PostgreSQL.

## A large import

A CSV file of ${number(load.rows)} new products, each of whose events goes to one webhook endpoint, was imported in ${number(load.seconds)} s.${rates}
After ${number(load.quietSeconds)} s every event had arrived and nothing worked in the background any more: ${(load.quietSeconds / load.seconds).toFixed(2)} times as long as the import (goal 1.5).
All of it took ${number(load.cpuUs)} µs of CPU and ${number(load.diskBytes)} bytes of disk per product. The deployment used ${number(load.peakMb)} MB of memory (PSS) at most
and ${number(load.afterMb)} MB afterwards.

## What a core-hour and a gigabyte buy

With ${number(large)} products, of the whole deployment with PostgreSQL. A core-hour is 3,600 s of CPU. In the background, an import
includes the search index, the state in channels, events and their delivery to one endpoint.

| one core-hour | |
| --- | --: |
${bought(load, after.operations.measured).join("\n")}

One gigabyte of disk holds ${number(1e9 / load.diskBytes)} new products with all of this, before old events and deliveries are dropped.

## Operations

One request after the other. The goal is a ratio of at most ${GOAL} in time and CPU; **bold** ratios miss it by more than ${NOISE_MS} ms
or ${NOISE_US} µs.

| Operation | ms, ${number(small)} | ms, ${number(large)} | ratio | CPU µs, ${number(small)} | CPU µs, ${number(large)} | ratio |
| --- | --: | --: | --: | --: | --: | --: |
${rows.join("\n")}
${exceptions(first, after.operations.measured)}
Not measured, because this deployment has no such object: ${after.operations.skipped.map((name) => `\`${name}\``).join(", ")}.
`;
}

/** What people plan with: the operation, and how many units of it one measurement has. */
const PLANNED = [
  ["products changed one by one", "PUT /products/{sku}, changed", 1],
  ["products changed in batches of 100", "POST /products/batch, 100 changed", 100],
  ["products read by SKU", "GET /products/{sku}", 1],
  ["pages of 100 products", "GET /products?limit=100", 1],
  ["searches", "GET /products?q, in one product", 1],
  ["rows of a feed, built and delivered", "Run of a feed, each product", 1],
];

const CORE_HOUR_US = 3_600e6;

function bought(load, operations) {
  const line = (what, cpuUs) => `| ${what} | ${number(CORE_HOUR_US / cpuUs)} |`;
  const costs = new Map(operations.map(({ name, cpuUs }) => [name, cpuUs]));
  return [
    line("new products imported, with everything in the background", load.cpuUs),
    ...PLANNED.flatMap(([what, name, units]) => {
      const cpuUs = costs.get(name);
      return cpuUs === undefined ? [] : [line(what, cpuUs / Number(units))];
    }),
  ];
}

/** The operations above the goal, each with its reason. */
function exceptions(first, measured) {
  const missed = measured.filter((each) => {
    const before = first.get(each.name);
    return before !== undefined && rowOf(before, each)?.includes("**");
  });
  if (missed.length === 0) return "";
  const reasonOf = ({ name, ms }) => {
    if (ms <= GOAL * (first.get(name)?.ms ?? 0))
      return "takes as long; the CPU is counted in ticks of 10 ms over few requests, and includes what works in the background";
    return REASONS.find(([pattern]) => pattern.test(name))?.[1] ?? "not explained yet";
  };
  const lines = missed.map((each) => `- \`${each.name}\`: ${reasonOf(each)}.`);
  return `\nAbove the goal:\n\n${lines.join("\n")}\n`;
}

function rowOf(before, after) {
  if (before === undefined) return null;
  const ratioOf = (one, other, noise) => {
    const text = one === 0 ? "" : (other / one).toFixed(2);
    return one > 0 && other / one > GOAL && other - one > noise ? `**${text}**` : text;
  };
  const isEach = after.name.endsWith("each product");
  const times = [before.ms, after.ms].map((ms) => (isEach ? ms.toPrecision(2) : ms.toFixed(1)));
  const costs = [before.cpuUs, after.cpuUs].map(figure);
  const ms = ratioOf(before.ms, after.ms, isEach ? 0 : NOISE_MS);
  const cpu = ratioOf(before.cpuUs, after.cpuUs, isEach ? 0 : NOISE_US);
  return `| ${after.name.replaceAll("|", "\\|")} | ${times[0]} | ${times[1]} | ${ms} | ${costs[0]} | ${costs[1]} | ${cpu} |`;
}

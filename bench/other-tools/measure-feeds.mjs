// The gzipped file of a feed: by Skucast's exporter, and by CSV libraries with the code that a team writes around them.
import { createReadStream } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { createGunzip } from "node:zlib";
import { memoryOf } from "../cpu.mjs";
import { fill } from "../fill.mjs";
import { createChannel, PLAIN_CHANNEL, runRate, storedAt } from "../measure-export.mjs";
import { middleRound } from "../middle-round.mjs";
import { measureWork } from "./measure-work.mjs";
import { VERSIONS } from "./packages.mjs";
import { COLUMNS } from "./programs/feed-row.mjs";
import { startProgram } from "./start-program.mjs";

/** The libraries, each with what reads the rows. */
const LIBRARIES = /** @type {const} */ ([
  ["csv-stringify", "pg-query-stream"],
  ["@fast-csv/format", "pg-query-stream"],
  ["papaparse", "pg-cursor"],
]);

/**
 * The rate, CPU and memory for each row, from the median round. The first file of each is not measured: it warms up, and is
 * compared with Skucast's file row by row. Skucast is the first.
 * @param {Awaited<ReturnType<typeof import("../testbed.mjs").openTestbed>>} testbed
 * @param {{ packages: string }} folders
 * @param {{ rows: number, rounds: number, log: (line: string) => void }} options
 */
export async function measureFeeds(testbed, { packages }, { rows, rounds, log }) {
  const api = await testbed.startApp("catalog-api", 18_080);
  await fill(testbed, rows);
  const channel = await createChannel(testbed, api, PLAIN_CHANNEL);
  const exporter = await testbed.startApp("sftp-exporter", 18_081);
  const { superuserUrl: DATABASE_URL, workspaceId: WORKSPACE_ID, postmaster } = testbed;
  const env = { BENCH_PACKAGES: packages, DATABASE_URL, WORKSPACE_ID };
  const setup = { testbed, api, exporter, partner: undefined, rows, idleMb: memoryOf([exporter.pid]).rss };
  const runFeed = (name, sha256) => runRate({ ...setup, sha256 }, { channel, name, deliveries: [] });

  const { run } = await runFeed("warm", undefined);
  const libraries = [];
  for (const [way, reader] of LIBRARIES) {
    const program = await startProgram("write-feed.mjs", env);
    const path = join(testbed.dir, `${way.replaceAll("/", "-")}.csv.gz`);
    const write = () => program.ask({ way, path });
    await write();
    await compareFiles(packages, { path: storedAt(testbed, run), otherPath: path, rows });
    log(`the file of ${way} has the same ${rows} rows`);
    libraries.push({ way, reader, program, write, measured: /** @type {Figures[]} */ ([]) });
  }

  const own = /** @type {Figures[]} */ ([]);
  for (let round = 0; round < rounds; round += 1) {
    const { appUs: serviceUs, ...figures } = await runFeed(`round-${round}`, run.files[0].sha256);
    own.push({ ...figures, serviceUs });
    for (const { program, write, measured } of libraries)
      measured.push(await measureWork({ pids: [program.pid], postmaster, rows, work: write }));
    log(`files written, round ${round + 1} of ${rounds}`);
  }
  await Promise.all(libraries.map(({ program }) => program.stop()));
  return [
    { name: "Skucast", ...medianOf(own) },
    ...libraries.map(({ way, reader, measured }) => ({
      name: `${way} ${VERSIONS[way]} and ${reader}`,
      ...medianOf(measured),
    })),
  ];
}

/** @typedef {{ rate: number, serviceUs: number, postgresUs: number, idleMb: number, peakMb: number }} Figures */

/**
 * The median round, with the most memory of all rounds.
 * @param {Figures[]} rounds
 */
function medianOf(rounds) {
  const { rate, serviceUs, postgresUs } = middleRound(rounds);
  return { rate, serviceUs, postgresUs, peakMb: Math.max(...rounds.map(({ peakMb }) => peakMb)) };
}

/** Throws unless both files have the same rows in the same order, in the columns that the other file has. */
async function compareFiles(packages, { path, otherPath, rows }) {
  const own = recordsOf(packages, path);
  const others = recordsOf(packages, otherPath);
  const header = (await own.next()).value;
  const otherHeader = (await others.next()).value;
  if (otherHeader.join() !== COLUMNS.join()) throw new Error(`${otherPath} has the columns ${otherHeader.join()}`);
  const places = COLUMNS.map((name) => header.indexOf(name));
  for (let row = 0; row < rows; row += 1) {
    const one = (await own.next()).value;
    const other = (await others.next()).value;
    const isSame = one && other && places.every((place, i) => one[place] === other[i]);
    if (!isSame) throw new Error(`row ${row + 1} of ${otherPath} differs: ${JSON.stringify(other)}`);
  }
  if (!(await own.next()).done || !(await others.next()).done) throw new Error(`${otherPath} has more rows`);
}

/** The rows of a gzipped CSV file as arrays, the header first. */
function recordsOf(packages, path) {
  const { parse } = createRequire(join(packages, "package.json"))("csv-parse");
  return createReadStream(path).pipe(createGunzip()).pipe(parse())[Symbol.asyncIterator]();
}

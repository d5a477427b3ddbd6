// Where the CPU time of an app goes: V8's profiles, cut to the time of a measurement and summed over groups of code.
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const INTERVAL_US = 500;

/** Microseconds of the clock that V8's profiles use, which all processes of a machine share. */
export const monotonicUs = () => Number(process.hrtime.bigint() / 1_000n);

/**
 * A folder for profiles, and the settings with which an app writes them there when it ends.
 * `read` returns the groups of all its threads within a time (see `monotonicUs`), each with its CPU microseconds, and
 * removes the folder.
 */
export function openProfiles() {
  const dir = mkdtempSync(join(tmpdir(), "skucast-profiles-"));
  return {
    env: { NODE_OPTIONS: `--cpu-prof --cpu-prof-dir=${dir} --cpu-prof-interval=${INTERVAL_US}` },
    /** @param {{ fromUs: number, toUs: number }[]} windows */
    read(windows) {
      const profiles = readdirSync(dir).map((name) => JSON.parse(readFileSync(join(dir, name), "utf8")));
      if (profiles.length === 0) throw new Error("the app wrote no profile");
      rmSync(dir, { recursive: true });
      return windows.map((window) => groupsOf(profiles, window));
    },
  };
}

function groupsOf(profiles, { fromUs, toUs }) {
  /** @type {Map<string, number>} */
  const groups = new Map();
  for (const { nodes, samples, timeDeltas, startTime } of profiles) {
    /** @type {Map<number, string | undefined>} */
    const groupOfNode = new Map(nodes.map(({ id, callFrame }) => [id, groupOf(callFrame)]));
    let atUs = startTime;
    for (const [i, node] of samples.entries()) {
      // A sample stands for the time until the next one.
      atUs += timeDeltas[i];
      const us = timeDeltas[i + 1] ?? 0;
      const group = groupOfNode.get(node);
      if (atUs < fromUs || atUs >= toUs || group === undefined) continue;
      groups.set(group, (groups.get(group) ?? 0) + us);
    }
  }
  return groups;
}

/** Kinds of code that are not ours, by the path of their files. */
const OTHERS = /** @type {const} */ ([
  [/\/node_modules\/zod\//, "zod"],
  [/\/node_modules\/(?:pg|pg-[a-z]+|postgres-[a-z]+)\//, "PostgreSQL driver"],
  [/\/node_modules\/(?:@prisma|prisma)\//, "Prisma"],
  [/\/node_modules\/(?:express|router|body-parser|finalhandler|path-to-regexp|qs|send|etag|fresh)\//, "express"],
  [/\/node_modules\/undici\//, "undici"],
  [/\/node_modules\/amqplib\//, "amqplib"],
  [/\/node_modules\/@modelcontextprotocol\//, "MCP SDK"],
  [/\/node_modules\/@opentelemetry\//, "traces"],
  [/\/node_modules\/prom-client\//, "metrics"],
  [/\/node_modules\/pino/, "log"],
  [/^node:(?:internal\/)?(?:crypto|webcrypto)/, "Node: crypto"],
  [
    /^node:(?:internal\/)?(?:timers|process|async_hooks|util|querystring|url|validators|errors)/,
    "Node: timers, promises and others",
  ],
  [/^node:/, "Node: HTTP, sockets, streams and buffers"],
  [/\/node_modules\/((?:@[^/]+\/)?[^/]+)\/(?!.*\/node_modules\/)/, null],
]);

const IDLE = new Set(["(idle)", "(root)"]);

/** What a frame belongs to; undefined for waiting: a library, a part of Node, or a folder of ours, such as `catalog/products`. */
function groupOf({ functionName, url }) {
  if (IDLE.has(functionName)) return undefined;
  if (functionName === "(garbage collector)") return "garbage collection";
  if (url === "") return "native code: JSON, text, sockets";
  const ours = /\/(?:packages|apps)\/([^/]+)\/dist\/(?:([^/]+)\/)?[^/]+$/.exec(url);
  if (ours) return ours[2] === undefined ? ours[1] : `${ours[1]}/${ours[2]}`;
  for (const [pattern, name] of OTHERS) {
    const found = pattern.exec(url);
    if (found) return name ?? found[1];
  }
  return "other code";
}

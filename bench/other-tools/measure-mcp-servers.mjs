// One product at 16 connections from each MCP server, in turns.
import { bytesOf, openConnection } from "../catalog-peers/connection.mjs";
import { catalogProductOf, differencesOf } from "../catalog-peers/products.mjs";
import { cpuOfFamily, cpuOfServer } from "../cpu.mjs";
import { middleRound } from "../middle-round.mjs";
import { openMcpServers, PRODUCTS } from "./mcp-servers.mjs";

const CONNECTIONS = 16;
const WARM_UP_SECONDS = 1.5;
const COMPARED = 20;
const SHOWN_CHARS = 500;

/**
 * The rate and the CPU of a call to each server, from the round with the median CPU. Skucast is the first.
 * @param {Awaited<ReturnType<typeof import("../testbed.mjs").openTestbed>>} testbed
 * @param {Parameters<typeof openMcpServers>[1]} folders
 * @param {{ rounds: number, seconds: number, log: (line: string) => void }} options
 */
export async function measureMcpServers(testbed, folders, { rounds, seconds, log }) {
  const servers = await openMcpServers(testbed, folders);
  const measured = servers.map(() => /** @type {Awaited<ReturnType<typeof measureServer>>[]} */ ([]));
  for (let round = 0; round < rounds; round += 1) {
    for (const [i, server] of servers.entries()) {
      measured[i]?.push(await measureServer(server, { postmaster: testbed.postmaster, seconds }));
      log(`${server.name} answered calls, round ${round + 1} of ${rounds}`);
    }
  }
  return servers.map(({ name, era }, i) => ({
    name,
    era,
    ...middleRound(measured[i] ?? [], ({ serviceUs, postgresUs }) => serviceUs + postgresUs),
  }));
}

/** Starts a server, compares some answers with the products, and measures calls. Every answer must have its product. */
async function measureServer(server, { postmaster, seconds }) {
  const { baseUrl, pids, stop } = await server.start();
  try {
    await compareAnswers(server, baseUrl);
    const calls = Array.from({ length: PRODUCTS }, (_, n) => ({
      bytes: bytesOf(server.call(n)),
      expected: catalogProductOf(n).title,
    }));
    await callAll(server, { baseUrl, calls, seconds: WARM_UP_SECONDS });
    const cpuNow = () => ({
      service: pids.reduce((sum, pid) => sum + cpuOfFamily(pid), 0),
      postgres: cpuOfServer(postmaster),
    });
    const before = cpuNow();
    const startedAtMs = performance.now();
    const count = await callAll(server, { baseUrl, calls, seconds });
    const elapsedSeconds = (performance.now() - startedAtMs) / 1_000;
    const after = cpuNow();
    return {
      rate: count / elapsedSeconds,
      serviceUs: (after.service - before.service) / count,
      postgresUs: (after.postgres - before.postgres) / count,
    };
  } finally {
    await stop();
  }
}

/** Calls for some seconds, in the order of `calls` on each connection, and returns how many were answered. */
async function callAll(server, { baseUrl, calls, seconds }) {
  const deadlineMs = performance.now() + seconds * 1_000;
  const counts = await Promise.all(
    Array.from({ length: CONNECTIONS }, async (_, i) => {
      const connection = await openConnection(baseUrl);
      const first = Math.floor((i * calls.length) / CONNECTIONS);
      try {
        for (let count = 1; ; count += 1) {
          const { bytes, expected } = calls[(first + count) % calls.length];
          const { status, body } = await connection.ask(bytes);
          if (status !== 200 || !body.includes(expected))
            throw new Error(`${server.name} answered ${status}: ${body.toString("utf8", 0, SHOWN_CHARS)}`);
          if (performance.now() >= deadlineMs) return count;
        }
      } finally {
        connection.close();
      }
    }),
  );
  return counts.reduce((sum, count) => sum + count, 0);
}

/** Throws unless the server answers with the fields of the products, each as it was filled in. */
async function compareAnswers(server, baseUrl) {
  const connection = await openConnection(baseUrl);
  for (let i = 0; i < COMPARED; i += 1) {
    const n = Math.floor((i * PRODUCTS) / COMPARED);
    const { status, body } = await connection.ask(bytesOf(server.call(n)));
    const answer = status === 200 ? answerIn(body.toString()) : {};
    if (answer.result === undefined || answer.result.isError)
      throw new Error(`${server.name} answered ${status}: ${body.toString("utf8", 0, SHOWN_CHARS)}`);
    const found = server.productIn(answer.result);
    const names = Object.keys(catalogProductOf(n));
    const missing = names.filter((name) => !(name in found));
    const different = differencesOf(Object.fromEntries(names.map((name) => [name, found[name]])), n, 0);
    if (missing.length + different.length > 0)
      throw new Error(`${server.name} answered with other values: ${[...missing, ...different].join(", ")}`);
  }
  connection.close();
}

/** The message of an answer, which may come as JSON or as the only event of a stream. */
const answerIn = (text) => JSON.parse(text.startsWith("{") ? text : (/^data: (.*)$/m.exec(text)?.[1] ?? "{}"));

// One product by its SKU at 16 connections: over both versions of MCP and over REST, in turns of one run.
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { API_BASE_PATH } from "@skucast/contracts/service";
import { load } from "./load.mjs";
import { mcpCall } from "./mcp-call.mjs";
import { middleRound } from "./middle-round.mjs";
import { productOf, skuOf } from "./products.mjs";

const CONNECTIONS = 16;
const PRODUCTS = 1_000;
const ROUNDS = 3;
const CHECKED = 20;

const WAYS = {
  rest: (testbed, sku) => bytesOf(testbed, "GET", `${API_BASE_PATH}/products/${sku}`),
  modern: (testbed, sku) => bytesOf(testbed, "POST", "/mcp", mcpCall("modern", "get_product", { sku })),
  legacy: (testbed, sku) => bytesOf(testbed, "POST", "/mcp", mcpCall("legacy", "get_product", { sku })),
};

/** Calls of the current version of MCP, for `load`. */
export const callsOverMcp = (testbed) => () =>
  Array.from({ length: PRODUCTS }, (_, n) => WAYS.modern(testbed, skuOf(n)));

/** Figures of each protocol, from the round with the median CPU. */
export async function measureMcp(testbed, { api, gateway }, seconds) {
  const rounds = { rest: [], modern: [], legacy: [] };
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const [way, requestOf] of Object.entries(WAYS)) {
      const requestsOf = () => Array.from({ length: PRODUCTS }, (_, n) => requestOf(testbed, skuOf(n)));
      const app = way === "rest" ? api : gateway;
      const figures = await load(testbed, app, { connections: CONNECTIONS, seconds: seconds / ROUNDS, requestsOf });
      // The first round warms up.
      if (round > 0) rounds[way].push(figures);
    }
  }
  for (const way of Object.keys(WAYS)) await checkAnswers(testbed, way === "rest" ? api : gateway, way);
  return Object.fromEntries(
    Object.entries(rounds).map(([way, figures]) => [way, middleRound(figures, ({ cpuUs }) => cpuUs)]),
  );
}

/** Checks that the responses of each protocol hold the requested products. */
async function checkAnswers(testbed, app, way) {
  for (let n = 0; n < CHECKED; n += 1) {
    const { title, description, url } = productOf(n);
    const answer = await answerTo(app, WAYS[way](testbed, skuOf(n)));
    if (![title, description, url].every((value) => answer.includes(value))) {
      throw new Error(`${skuOf(n)} is not in its response over ${way}`);
    }
  }
}

/** The complete response to a request; then the connection is closed. */
async function answerTo({ baseUrl }, request) {
  const { hostname, port } = new URL(baseUrl);
  const socket = connect(Number(port), hostname);
  socket.write(request.toString().replace("\r\n", "\r\nConnection: close\r\n"));
  return text(socket);
}

/**
 * A request as bytes.
 * @param {{ apiKey: string }} testbed
 * @param {string} method
 * @param {string} path
 * @param {{ body?: object, headers?: Record<string, string> }} [options]
 */
function bytesOf(testbed, method, path, { body, headers = {} } = {}) {
  const content = body === undefined ? "" : JSON.stringify(body);
  const all = {
    Host: "localhost",
    Authorization: `Bearer ${testbed.apiKey}`,
    Accept: "application/json, text/event-stream",
    ...(body !== undefined && { "Content-Type": "application/json", "Content-Length": Buffer.byteLength(content) }),
    ...headers,
  };
  const head = Object.entries(all).map(([name, value]) => `${name}: ${value}`);
  return Buffer.from(`${method} ${path} HTTP/1.1\r\n${head.join("\r\n")}\r\n\r\n${content}`);
}

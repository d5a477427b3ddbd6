// Clients of the API, which write at a steady rate and record the responses.
import { Agent, request } from "node:http";
import { API_BASE_PATH } from "@skucast/contracts/service";

const TICK_MS = 20;
const TIMEOUT_MS = 10_000;

/**
 * Starts to write at `perSecond` until `stop`: new products, or changes of `products` products in turn. `accepted` holds the
 * writes that the API confirmed. One in `longEvery` products is long: by turns 80 kB, which its events carry in full, and
 * 400 kB, which they do not. While `inHandMax` writes have no answer it
 * omits those that are due, so that the wait for an answer does not grow on a machine that is slower than the rate.
 */
export function startWriter({ apis, workspaces, perSecond, prefix = "w", ...more }) {
  const { products = Number.POSITIVE_INFINITY, longEvery = Number.POSITIVE_INFINITY } = more;
  const { inHandMax = Number.POSITIVE_INFINITY, timeoutMs = TIMEOUT_MS } = more;
  const agent = new Agent({ keepAlive: true, maxSockets: 64 });
  /**
   * @type {{ accepted: { objectId: string, sequence: number }[], latenciesMs: number[], sentCount: number,
   *   refused: { status: number, at: number, error?: string }[], stop: typeof stop, write: typeof write }}
   */
  const writer = { accepted: [], refused: [], latenciesMs: [], sentCount: 0, stop, write };
  const inHand = new Set();
  const startedAtMs = performance.now();
  let dueCount = 0;

  function tick() {
    const due = Math.floor(((performance.now() - startedAtMs) / 1_000) * perSecond);
    for (; dueCount < due; dueCount += 1) if (inHand.size < inHandMax) void write();
  }

  /** Sends one write; resolves when it is answered or has failed. */
  function write() {
    const number = writer.sentCount;
    writer.sentCount += 1;
    const sentAtMs = performance.now();
    const names = { sku: `${prefix}-${number % products}`, title: `Größe ${prefix}-${number}` };
    const isLong = number % longEvery === longEvery - 1;
    const product = isLong
      ? { ...names, custom_attributes: longOf(number, Math.floor(number / longEvery) % 2) }
      : names;
    const to = { agent, timeoutMs, api: apis[number % apis.length], workspace: workspaces[number % workspaces.length] };
    const work = post(to, product)
      .then(
        ({ status, product: { id: objectId, version: sequence } }) => {
          writer.latenciesMs.push(performance.now() - sentAtMs);
          if (status < 300) writer.accepted.push({ objectId, sequence });
          else writer.refused.push({ status, at: Date.now() });
        },
        (error) => writer.refused.push({ status: 0, error: error.message, at: Date.now() }),
      )
      .finally(() => inHand.delete(work));
    inHand.add(work);
    return work;
  }

  const timer = perSecond > 0 ? setInterval(tick, TICK_MS) : undefined;
  async function stop() {
    clearInterval(timer);
    await Promise.all(inHand);
    agent.destroy();
    return writer;
  }
  return writer;
}

/** How many writes were rejected, with the reason of the first. */
export function reasonsOf(refused) {
  const [first] = refused;
  return first === undefined ? "0" : `${refused.length}: ${first.error ?? first.status}`;
}

const PADDING = "A plain description of a thing that is for sale. ".repeat(8);

/** How many strings of 10 kB the two kinds of long products have. */
const LONG_PARTS = [7, 40];

/** Strings without repetition, with ASCII and other characters. */
function longOf(number, kind) {
  const textOf = (part) => Array.from({ length: 600 }, (_, i) => `${number}.${part}.${i} é漢😀`).join("|");
  const notes = Array.from({ length: LONG_PARTS[kind] ?? 0 }, (_, part) => [
    `note ${part}`,
    textOf(part).slice(0, 9_000).toWellFormed(),
  ]);
  return Object.fromEntries(notes);
}

function post({ agent, timeoutMs, api, workspace }, given) {
  const product = { ...given, description: PADDING, price_amount: 19.9, price_currency: "EUR" };
  const body = Buffer.from(JSON.stringify({ ...product, availability: "in_stock" }));
  const headers = {
    authorization: `Bearer ${workspace.apiKey}`,
    "content-type": "application/json",
    "content-length": body.length,
  };
  return new Promise((resolve, reject) => {
    const url = `${api.baseUrl}${API_BASE_PATH}/products`;
    const sent = request(url, { agent, method: "POST", headers, timeout: timeoutMs }, (response) => {
      const chunks = [];
      response.on("data", (chunk) => chunks.push(chunk));
      response.once("error", reject);
      response.once("end", () => {
        try {
          resolve({ status: response.statusCode, product: JSON.parse(Buffer.concat(chunks).toString()) });
        } catch (error) {
          reject(error);
        }
      });
    });
    sent.once("timeout", () => sent.destroy(new Error("timeout")));
    sent.once("error", reject);
    sent.end(body);
  });
}

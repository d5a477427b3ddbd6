import { once } from "node:events";
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as delay } from "node:timers/promises";

/** An HTTP load balancer like those of installations: round-robin over kept-alive connections to ready targets. */
export interface Balancer {
  readonly url: string;
  /** Failed requests: no target was ready, or the connection to it broke. */
  readonly failures: readonly string[];
  /** The number of requests that a target has answered. */
  answeredBy(targetUrl: string): number;
  add(targetUrl: string): void;
  /** Whether requests are sent to the target. */
  isIn(targetUrl: string): boolean;
  close(): Promise<void>;
}

interface Target {
  readonly url: string;
  isIn: boolean;
  answeredCount: number;
}

const CHECK_INTERVAL_MS = 100;
const CHECK_TIMEOUT_MS = 5_000;
/** How long a target that is not draining must be unready, so that a slow check on a busy machine removes none. */
const UNREADY_MS = 20_000;

/** Starts a balancer that checks `/readyz` of each target and applies a change after `reactMs`. */
export async function startBalancer({ reactMs }: { reactMs: number }): Promise<Balancer> {
  const targets: Target[] = [];
  const failures: string[] = [];
  const agent = new Agent({ keepAlive: true });
  const closing = new AbortController();
  let turn = 0;

  const server = createServer((req, res) => {
    const ready = targets.filter(({ isIn }) => isIn);
    const target = ready[turn++ % ready.length];
    if (target) forward(req, res, target);
    else fail(res, "no target is ready");
  });

  function forward(req: IncomingMessage, res: ServerResponse, target: Target): void {
    const options = { agent, method: req.method, headers: { ...req.headers, connection: "keep-alive" } };
    const onward = request(`${target.url}${req.url}`, options, (answer) => {
      target.answeredCount += 1;
      const { connection: _hop, "keep-alive": _too, ...headers } = answer.headers;
      res.writeHead(answer.statusCode ?? 502, headers);
      answer.pipe(res);
      answer.once("error", (error) => fail(res, `${target.url}: ${error.message}`));
    });
    onward.once("error", (error) => fail(res, `${target.url}: ${error.message}`));
    req.pipe(onward);
  }

  function fail(res: ServerResponse, reason: string): void {
    failures.push(reason);
    if (res.headersSent) res.destroy();
    else res.writeHead(502).end();
  }

  async function watch(target: Target): Promise<void> {
    let lastReadyMs = 0;
    while (!closing.signal.aborted) {
      const state = await stateOf(target.url);
      if (state === "ready") lastReadyMs = performance.now();
      const isReady = state === "ready" || (state === "unready" && performance.now() - lastReadyMs < UNREADY_MS);
      if (target.isIn ? !isReady : state === "ready") {
        await pause(reactMs);
        target.isIn = !target.isIn;
      }
      await pause(CHECK_INTERVAL_MS);
    }
  }

  const pause = (ms: number) => delay(ms, undefined, { signal: closing.signal }).catch(() => {});
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    failures,
    answeredBy: (url) => targets.find((target) => target.url === url)?.answeredCount ?? 0,
    add: (url) => {
      const target = { url, isIn: false, answeredCount: 0 };
      targets.push(target);
      void watch(target);
    },
    isIn: (url) => targets.some((target) => target.url === url && target.isIn),
    close: async () => {
      closing.abort();
      agent.destroy();
      server.closeAllConnections();
      server.close();
    },
  };
}

async function stateOf(url: string): Promise<"ready" | "draining" | "unready"> {
  try {
    const answer = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(CHECK_TIMEOUT_MS) });
    const { reason } = (await answer.json()) as { reason?: string };
    if (answer.status === 200) return "ready";
    return reason === "draining" ? "draining" : "unready";
  } catch {
    return "unready";
  }
}

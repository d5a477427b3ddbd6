import {
  createMcpHandler,
  type McpServer,
  type McpServerFactory,
  type ServerEventBus,
} from "@modelcontextprotocol/server";
import { Problem } from "@skucast/contracts/problem";
import { createRateLimiter, rateLimited, rateLimitHeader } from "@skucast/http-kit/rate-limit";
import type { RawExchange } from "@skucast/http-kit/raw-router";
import type { McpContext } from "../context.js";
import { callerOf } from "../server/caller.js";
import { createServer } from "../server/create-server.js";
import type { Surface } from "../surface.js";
import { answerInvalidParams } from "./answer-error.js";
import { messageAnswering } from "./answer-message.js";
import { callerAuthentication } from "./authenticate-caller.js";
import { hostCheck } from "./check-host.js";
import { answerPreflight, originCheck } from "./check-origin.js";
import { paramsCheck } from "./check-params.js";
import { scopeCheck } from "./check-scopes.js";
import { challengeNoting } from "./note-challenge.js";
import { createOpenExchanges } from "./open-exchanges.js";
import { readMessage } from "./read-message.js";
import { refuse } from "./refuse.js";
import { callRefusing, isCall } from "./refuse-call.js";
import { wrongMethod } from "./wrong-method.js";

/** The endpoint of one surface. */
export interface McpEndpoint {
  handle(exchange: RawExchange): Promise<void>;
  /** Breaks off what is still in hand. */
  close(): Promise<void>;
}

/** What tests put in place of the product's own server, behind the same door. */
export interface OtherServer {
  readonly createServer: () => McpServer;
  readonly bus: ServerEventBus;
}

/**
 * MCP over streamable HTTP, stateless: any process can answer any request, in the eras of `initialize` (2025) and of
 * per-request metadata (2026-07-28). Order: host, origin, method, token, rate, body, scopes; then the SDK.
 */
export function createMcpEndpoint(ctx: McpContext, surface: Surface, other?: OtherServer): McpEndpoint {
  const { settings, publicUrl, logger, problems } = ctx;
  const make: McpServerFactory =
    other?.createServer ?? (({ authInfo }) => createServer(ctx, surface, callerOf(authInfo)));
  const handler = createMcpHandler(make, {
    ...(other && { bus: other.bus }),
    onerror: (err) => logger.warn({ event: "mcp.refused", err }, "MCP message refused"),
  });
  const answer = messageAnswering({ ctx, tools: other ? [] : surface.tools, handler, path: "/mcp" });
  const open = createOpenExchanges(ctx);
  const check = {
    host: hostCheck(publicUrl, settings.SKUCAST_MCP_ALLOWED_HOSTS),
    origin: originCheck(settings.SKUCAST_MCP_ALLOWED_ORIGINS),
  };
  const scopeRefusalFor = scopeCheck(publicUrl, surface);
  const refuseCall = callRefusing(ctx);
  const noteChallenge = challengeNoting(ctx);
  const faultOfParams = paramsCheck(surface);
  const authenticate = callerAuthentication(ctx, surface.tools);
  const spend = budgets(settings.SKUCAST_REQUESTS_PER_MINUTE);

  async function admit(exchange: RawExchange, noteId: (id: string | number | null) => void) {
    const { req, res, requestId, ip, userAgent } = exchange;
    const authenticated = await authenticate(req);
    const { principal } = authenticated;
    exchange.noteWorkspace(principal.workspaceId);
    const { keepFor } = open.hold(authenticated, res);
    spend(exchange, principal.workspaceId, 1);
    const { body, messages, single } = await readMessage(req);
    noteId(single?.id ?? null);
    spend(exchange, principal.workspaceId, messages.length - 1);
    const refusal = scopeRefusalFor(principal, messages);
    if (refusal) await noteChallenge(principal, refusal, messages);
    if (refusal && single && isCall(single)) return refuseCall(exchange, single, refusal);
    if (refusal) throw refusal;
    const fault = await faultOfParams(body);
    if (single && single.id !== null && fault !== null) return answerInvalidParams(res, single.id, fault);
    await answer(exchange, { principal, requestId, ip, userAgent, keepFor }, body);
  }

  return {
    async handle(exchange) {
      const { req, res, requestId, path } = exchange;
      let messageId: string | number | null = null;
      try {
        if (path !== "/") throw new Problem("not_found", "There is nothing at this path; the MCP server is at /mcp.");
        res.setHeader("Cache-Control", "no-store");
        res.setHeader("X-Accel-Buffering", "no");
        check.host(req);
        check.origin(req, res);
        if (req.method === "OPTIONS") return answerPreflight(res);
        if (req.method !== "POST") throw wrongMethod(req.method);
        await admit(exchange, (id) => {
          messageId = id;
        });
      } catch (error) {
        refuse(problems, { req, res, requestId, messageId }, error);
      }
    },
    close: () => handler.close(),
  };
}

/** Spends a workspace's budget and says what is left of it; every message of a batch costs. */
function budgets(requestsPerMinute: number) {
  const limiter = createRateLimiter({ requestsPerMinute });
  return ({ res }: RawExchange, workspaceId: string, count: number): void => {
    for (let spent = 0; spent < count; spent += 1) {
      const budget = limiter.take(workspaceId);
      res.setHeader("RateLimit-Policy", limiter.policy);
      res.setHeader("RateLimit", rateLimitHeader(budget));
      if (!budget.isAllowed) throw rateLimited(budget);
    }
  };
}

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
import { createInvalidBodyHandler } from "./answer-invalid-body.js";
import { createMessageHandler } from "./answer-message.js";
import { createCallerAuthenticator } from "./authenticate-caller.js";
import { createHostCheck } from "./check-host.js";
import { answerPreflight, createOriginCheck } from "./check-origin.js";
import { createParamsCheck } from "./check-params.js";
import { createScopeCheck } from "./check-scopes.js";
import { methodNotAllowed } from "./method-not-allowed.js";
import { createOpenRequests } from "./open-requests.js";
import { readMessage, readRejectedId } from "./read-message.js";
import { createChallengeRecorder } from "./record-challenge.js";
import { createCallRejecter, isCall } from "./reject-call.js";
import { isOverload, sendError } from "./send-error.js";

/** The endpoint of one surface. */
export interface McpEndpoint {
  handle(exchange: RawExchange): Promise<void>;
  /** Aborts open requests. */
  close(): Promise<void>;
}

/** Replaces the product's MCP server behind the same endpoint, for tests. */
export interface ServerOverride {
  readonly createServer: () => McpServer;
  readonly bus: ServerEventBus;
}

/**
 * MCP over streamable HTTP, stateless: any process can answer any request, both of the `initialize` era (2025) and with
 * per-request metadata (2026-07-28). Checks host, origin, method, token, rate, body and scopes in this order; then the
 * SDK answers.
 */
export function createMcpEndpoint(ctx: McpContext, surface: Surface, other?: ServerOverride): McpEndpoint {
  const { settings, publicUrl, logger, problems } = ctx;
  const make: McpServerFactory =
    other?.createServer ?? (({ authInfo }) => createServer(ctx, surface, callerOf(authInfo)));
  const handler = createMcpHandler(make, {
    ...(other && { bus: other.bus }),
    onerror: (err) => logger.warn({ event: "mcp.refused", err }, "MCP message rejected"),
  });
  const answer = createMessageHandler({ ctx, tools: other ? [] : surface.tools, handler, path: "/mcp" });
  const openRequests = createOpenRequests(ctx);
  const check = {
    host: createHostCheck(publicUrl, settings.SKUCAST_MCP_ALLOWED_HOSTS),
    origin: createOriginCheck(settings.SKUCAST_MCP_ALLOWED_ORIGINS),
  };
  const findScopeProblem = createScopeCheck(publicUrl, surface);
  const rejectCall = createCallRejecter(ctx);
  const answerInvalidBody = createInvalidBodyHandler(ctx);
  const recordChallenge = createChallengeRecorder(ctx);
  const findParamsError = createParamsCheck(surface);
  const authenticate = createCallerAuthenticator(ctx, surface.tools);
  const spend = budgets(settings.SKUCAST_REQUESTS_PER_MINUTE);

  async function admit(exchange: RawExchange, setMessageId: (id: string | number | null) => void) {
    const { req, res, requestId, serverRequestId, ip, userAgent } = exchange;
    const authenticated = await authenticate(req);
    const { principal } = authenticated;
    exchange.setWorkspace(principal.workspaceId);
    const { holdUntil } = openRequests.hold(authenticated, res);
    spend(exchange, principal.workspaceId, 1);
    const {
      body,
      messages,
      single,
      problem: invalid,
    } = await readMessage(req, () => ctx.catalog.turns.next(principal.workspaceId));
    setMessageId(single?.id ?? null);
    spend(exchange, principal.workspaceId, messages.length - 1);
    if (invalid) return answerInvalidBody(exchange, single, invalid);
    const problem = findScopeProblem(principal, messages);
    if (problem) await recordChallenge(principal, problem, messages);
    if (problem && single && isCall(single)) return rejectCall(exchange, single, problem);
    if (problem) throw problem;
    const paramsError = await findParamsError(body);
    if (single && single.id !== null && paramsError !== null) return answerInvalidParams(res, single.id, paramsError);
    await answer(exchange, { principal, requestId, serverRequestId, ip, userAgent, holdUntil }, body);
  }

  return {
    async handle(exchange) {
      const { req, res, requestId, path } = exchange;
      let messageId: string | number | null = null;
      try {
        if (path !== "/") throw new Problem("not_found", "This path does not exist. The MCP server is at /mcp.");
        res.setHeader("Cache-Control", "no-store");
        res.setHeader("X-Accel-Buffering", "no");
        check.host(req);
        check.origin(req, res);
        if (req.method === "OPTIONS") return answerPreflight(res);
        if (req.method !== "POST") throw methodNotAllowed(req.method);
        await admit(exchange, (id) => {
          messageId = id;
        });
      } catch (error) {
        if (isOverload(error)) messageId ??= await readRejectedId(req);
        sendError(problems, { req, res, requestId, messageId }, error);
      }
    },
    close: () => handler.close(),
  };
}

/** Spends the request budget of a workspace and reports the rest. Each message of a batch counts. */
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

import { createMcpHandler } from "@modelcontextprotocol/server";
import { Problem } from "@skucast/contracts/problem";
import type { RawExchange } from "@skucast/http-kit/raw-router";
import { NO_WORKSPACE } from "@skucast/service-kit/turns";
import type { McpContext } from "../context.js";
import { callerOf } from "../server/caller.js";
import { createServer } from "../server/create-server.js";
import type { Surface } from "../surface.js";
import { answerInvalidParams, answerUnknownMethod } from "./answer-error.js";
import { createInvalidBodyHandler } from "./answer-invalid-body.js";
import { createMessageHandler } from "./answer-message.js";
import { createHostCheck } from "./check-host.js";
import { allowAllOrigins, answerPreflight } from "./check-origin.js";
import { createParamsCheck } from "./check-params.js";
import type { McpEndpoint } from "./mcp-endpoint.js";
import { methodNotAllowed } from "./method-not-allowed.js";
import { createPublicRequestSlots } from "./public-request-slots.js";
import { readMessage, readRejectedId } from "./read-message.js";
import { isOverload, sendError } from "./send-error.js";
import { createVisitorBudgets } from "./visitor-budgets.js";

/**
 * The public MCP endpoint. It reads no credentials, and allows every web origin, because a page cannot act on behalf of
 * a user here. Checks host, method, rate and body in this order; then the SDK answers.
 */
export function createPublicEndpoint(ctx: McpContext, surface: Surface): McpEndpoint {
  const { settings, publicUrl, logger, problems } = ctx;
  const handler = createMcpHandler(({ authInfo }) => createServer(ctx, surface, callerOf(authInfo)), {
    onerror: (err) => logger.info({ event: "mcp.refused", err }, "MCP message rejected"),
  });
  const answer = createMessageHandler({ ctx, tools: surface.tools, handler, path: "/mcp/public" });
  const checkHost = createHostCheck(publicUrl, settings.SKUCAST_MCP_ALLOWED_HOSTS);
  const toolOf = new Map(surface.tools.map((tool) => [tool.name, tool]));
  const answerInvalidBody = createInvalidBodyHandler(ctx);
  const findParamsError = createParamsCheck(surface);
  const hold = createPublicRequestSlots();
  const spend = createVisitorBudgets({
    perAddress: settings.SKUCAST_PUBLIC_REQUESTS_PER_MINUTE,
    pooled: settings.SKUCAST_PUBLIC_POOL_REQUESTS_PER_MINUTE,
  });

  async function admit(exchange: RawExchange, setMessageId: (id: string | number | null) => void): Promise<void> {
    const { req, res, requestId, serverRequestId, ip, userAgent } = exchange;
    spend(exchange);
    const { holdUntil } = hold(ip, res);
    const { body, single, problem: invalid } = await readMessage(req, () => ctx.catalog.turns.next(NO_WORKSPACE));
    if (!single) throw new Problem("bad_request", "Send one message at a time.");
    const { id, method, toolName, given } = single;
    setMessageId(id);
    if (invalid) return answerInvalidBody(exchange, single, invalid);
    if (id !== null) {
      // The SDK would keep a stream open that never sends anything.
      if (method === "subscriptions/listen") return answerUnknownMethod(res, id);
      const overflow = toolName === null ? null : toolOf.get(toolName)?.overflow?.(given);
      const paramsError = overflow ?? (await findParamsError(body));
      if (paramsError !== null) return answerInvalidParams(res, id, paramsError);
    }
    await answer(exchange, { principal: null, requestId, serverRequestId, ip, userAgent, holdUntil }, body);
  }

  return {
    async handle(exchange) {
      const { req, res, requestId, path } = exchange;
      let messageId: string | number | null = null;
      try {
        if (path !== "/")
          throw new Problem("not_found", "This path does not exist. The public MCP server is at /mcp/public.");
        res.setHeader("Cache-Control", "no-store");
        res.setHeader("X-Accel-Buffering", "no");
        checkHost(req);
        allowAllOrigins(res);
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

import { createMcpHandler } from "@modelcontextprotocol/server";
import { Problem } from "@skucast/contracts/problem";
import type { RawExchange } from "@skucast/http-kit/raw-router";
import type { McpContext } from "../context.js";
import { callerOf } from "../server/caller.js";
import { createServer } from "../server/create-server.js";
import type { Surface } from "../surface.js";
import { answerInvalidParams, answerUnknownMethod } from "./answer-error.js";
import { messageAnswering } from "./answer-message.js";
import { hostCheck } from "./check-host.js";
import { answerPreflight, openToPages } from "./check-origin.js";
import { paramsCheck } from "./check-params.js";
import type { McpEndpoint } from "./mcp-endpoint.js";
import { createOpenVisits } from "./open-visits.js";
import { readMessage } from "./read-message.js";
import { refuse } from "./refuse.js";
import { visitorBudgets } from "./visitor-budgets.js";
import { wrongMethod } from "./wrong-method.js";

/**
 * MCP for everybody: no credential is read, so none can open more. Every page may ask, since there is nothing that a page
 * could do in somebody's name. Order: host, method, rate, body; then the SDK.
 */
export function createPublicEndpoint(ctx: McpContext, surface: Surface): McpEndpoint {
  const { settings, publicUrl, logger, problems } = ctx;
  const handler = createMcpHandler(({ authInfo }) => createServer(ctx, surface, callerOf(authInfo)), {
    onerror: (err) => logger.info({ event: "mcp.refused", err }, "MCP message refused"),
  });
  const answer = messageAnswering({ ctx, tools: surface.tools, handler, path: "/mcp/public" });
  const checkHost = hostCheck(publicUrl, settings.SKUCAST_MCP_ALLOWED_HOSTS);
  const toolOf = new Map(surface.tools.map((tool) => [tool.name, tool]));
  const faultOfParams = paramsCheck(surface);
  const hold = createOpenVisits();
  const spend = visitorBudgets({
    perAddress: settings.SKUCAST_PUBLIC_REQUESTS_PER_MINUTE,
    pooled: settings.SKUCAST_PUBLIC_POOL_REQUESTS_PER_MINUTE,
  });

  async function admit(exchange: RawExchange, noteId: (id: string | number | null) => void): Promise<void> {
    const { req, res, requestId, ip, userAgent } = exchange;
    spend(exchange);
    const { keepFor } = hold(ip, res);
    const { body, single } = await readMessage(req);
    if (!single) throw new Problem("bad_request", "Send one message at a time.");
    const { id, method, toolName, given } = single;
    noteId(id);
    if (id !== null) {
      // The SDK would keep a stream open on which nothing is ever told.
      if (method === "subscriptions/listen") return answerUnknownMethod(res, id);
      const overflow = toolName === null ? null : toolOf.get(toolName)?.overflow?.(given);
      const fault = overflow ?? (await faultOfParams(body));
      if (fault !== null) return answerInvalidParams(res, id, fault);
    }
    await answer(exchange, { principal: null, requestId, ip, userAgent, keepFor }, body);
  }

  return {
    async handle(exchange) {
      const { req, res, requestId, path } = exchange;
      let messageId: string | number | null = null;
      try {
        if (path !== "/")
          throw new Problem("not_found", "There is nothing at this path; the server is at /mcp/public.");
        res.setHeader("Cache-Control", "no-store");
        res.setHeader("X-Accel-Buffering", "no");
        checkHost(req);
        openToPages(res);
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

import type { ServerResponse } from "node:http";
import { subjectsOf } from "@skucast/app-kit/credentials/subjects-of";
import { LIMITS } from "@skucast/contracts/limits";
import { Problem } from "@skucast/contracts/problem";
import type { McpContext } from "../context.js";
import type { Authenticated } from "./authenticate-caller.js";
import { type OpenPlace, openPlace } from "./open-place.js";

/** An answer that is still open is asked again so often whether its token is good: it may have expired. */
const RECHECK_MS = 30_000;

/** The requests in hand: bounded per workspace, and broken off when what let them in is revoked. */
export interface OpenExchanges {
  /** Holds a request until its response closes and its work ends. Throws rate_limited when the workspace has too many. */
  hold(authenticated: Authenticated, res: ServerResponse): OpenPlace;
}

export function createOpenExchanges({
  credentials,
  logger,
}: Pick<McpContext, "credentials" | "logger">): OpenExchanges {
  const countOf = new Map<string, number>();
  const add = (workspaceId: string, more: 1 | -1) => {
    const count = (countOf.get(workspaceId) ?? 0) + more;
    if (count === 0) countOf.delete(workspaceId);
    else countOf.set(workspaceId, count);
  };
  return {
    hold({ principal, token }, res) {
      const { workspaceId } = principal;
      if ((countOf.get(workspaceId) ?? 0) >= LIMITS.mcpOpenPerWorkspace) throw tooManyOpen();
      add(workspaceId, 1);
      const breakOff = () => res.destroy();
      const forget = credentials.onRevoked(subjectsOf(principal), breakOff);
      const check = () => {
        credentials.verify(token).then(
          (present) => present ?? breakOff(),
          // What cannot be asked is asked again; the store's own limits hold meanwhile.
          (err: unknown) => logger.warn({ event: "mcp.recheck_failed", err }, "an open answer could not be checked"),
        );
      };
      // What was revoked between the first look and the subscription is told to nobody: look once more.
      check();
      const recheck = setInterval(check, RECHECK_MS).unref();
      res.once("close", () => {
        clearInterval(recheck);
        forget();
      });
      return openPlace(res, () => add(workspaceId, -1));
    },
  };
}

const tooManyOpen = () =>
  new Problem("rate_limited", `A workspace has at most ${LIMITS.mcpOpenPerWorkspace} requests to /mcp open at once.`, {
    headers: { "Retry-After": "1" },
  });

import type { ServerResponse } from "node:http";
import { subjectsOf } from "@skucast/app-kit/credentials/subjects-of";
import { LIMITS } from "@skucast/contracts/limits";
import { Problem } from "@skucast/contracts/problem";
import type { McpContext } from "../context.js";
import type { Authenticated } from "./authenticate-caller.js";
import { type RequestSlot, takeRequestSlot } from "./request-slot.js";

/** Interval at which the token of an open request is verified again, because it may have expired. */
const RECHECK_MS = 30_000;

/** The open requests: limited per workspace, and aborted when their credential is revoked. */
export interface OpenRequests {
  /**
   * Counts a request until its response closes and its work ends. Throws rate_limited if the workspace has too many.
   */
  hold(authenticated: Authenticated, res: ServerResponse): RequestSlot;
}

interface Options extends Pick<McpContext, "logger"> {
  readonly credentials: Pick<McpContext["credentials"], "verify" | "onRevoked">;
}

export function createOpenRequests({ credentials, logger }: Options): OpenRequests {
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
          // Verified again at the next interval; until then, the request stays open.
          (err: unknown) =>
            logger.warn({ event: "mcp.recheck_failed", err }, "the token of an open request could not be verified"),
        );
      };
      // A revocation between authentication and subscription is not reported, so check once more.
      check();
      const recheck = setInterval(check, RECHECK_MS).unref();
      res.once("close", () => {
        clearInterval(recheck);
        forget();
      });
      return takeRequestSlot(res, () => add(workspaceId, -1));
    },
  };
}

const tooManyOpen = () =>
  new Problem("rate_limited", `A workspace can have at most ${LIMITS.mcpOpenPerWorkspace} open requests to /mcp.`, {
    headers: { "Retry-After": "1" },
  });

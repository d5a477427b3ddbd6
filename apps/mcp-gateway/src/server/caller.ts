import type { AuthInfo } from "@modelcontextprotocol/server";
import type { Principal } from "@skucast/contracts/principal";
import type { Client } from "@skucast/http-kit/client";

/** The sender of one HTTP request, its origin, and the request id for the response and the log. */
export interface Caller extends Client {
  /** Null at /mcp/public. */
  readonly principal: Principal | null;
  readonly requestId: string;
  /** Counts the request as open until this work ends, even if no one waits for it any more. */
  readonly holdUntil: (work: Promise<unknown>) => void;
}

/** The caller in the form that the SDK passes on. Without the token, so that no tool can leak it. */
export const authInfoOf = (caller: Caller): AuthInfo => ({
  token: "",
  clientId: caller.principal?.kind === "oauth" ? caller.principal.clientId : (caller.principal?.kind ?? "anybody"),
  scopes: [...(caller.principal?.scopes ?? [])],
  extra: { caller },
});

/** The caller from `authInfoOf`, which creates every AuthInfo that the SDK gets. */
export function callerOf(authInfo: AuthInfo | undefined): Caller {
  if (!authInfo?.extra?.caller) throw new Error("the request reached the MCP server without a caller");
  return authInfo.extra.caller as Caller;
}

import type { AuthInfo } from "@modelcontextprotocol/server";
import type { Principal } from "@skucast/contracts/principal";
import type { Client } from "@skucast/http-kit/client";

/** Who sends one HTTP request, from where, and the id that its answer and log lines carry. */
export interface Caller extends Client {
  /** Null at /mcp/public. */
  readonly principal: Principal | null;
  readonly requestId: string;
  /** Counts the request as open until this work has ended, though nobody wait for it any more. */
  readonly keepFor: (work: Promise<unknown>) => void;
}

/** The caller as the SDK passes it on; without the token, so that no tool can send it anywhere. */
export const authInfoOf = (caller: Caller): AuthInfo => ({
  token: "",
  clientId: caller.principal?.kind === "oauth" ? caller.principal.clientId : (caller.principal?.kind ?? "anybody"),
  scopes: [...(caller.principal?.scopes ?? [])],
  extra: { caller },
});

/** The caller whom `authInfoOf` put there: the endpoint gives the SDK no other AuthInfo. */
export function callerOf(authInfo: AuthInfo | undefined): Caller {
  if (!authInfo?.extra?.caller) throw new Error("the request came to the MCP server without a caller");
  return authInfo.extra.caller as Caller;
}

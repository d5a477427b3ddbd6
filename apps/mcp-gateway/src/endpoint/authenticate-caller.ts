import type { IncomingMessage } from "node:http";
import type { Principal } from "@skucast/contracts/principal";
import { Problem } from "@skucast/contracts/problem";
import type { Scope } from "@skucast/contracts/scopes";
import { type TokenKind, tokenKind } from "@skucast/credentials/token";
import { tokenOf } from "@skucast/http-kit/authenticate";
import type { McpContext } from "../context.js";
import type { Tool } from "../tools/define-tool.js";
import { challengeHeader } from "./challenge.js";

/** API keys and access tokens. Session secrets are not accepted: they belong in the cookie. */
const BEARERS: ReadonlySet<TokenKind | null> = new Set(["sk", "at"]);

/** A principal and its token. */
export interface Authenticated {
  readonly principal: Principal;
  readonly token: string;
}

/**
 * Authenticates the caller by the Authorization header only: an API key or an app. The challenge requests only the
 * scopes for reading.
 */
export function createCallerAuthenticator({ credentials, publicUrl }: McpContext, tools: readonly Tool[]) {
  const scopes = readOnlyScopes(tools);
  return async function authenticateCaller(req: IncomingMessage): Promise<Authenticated> {
    const token = tokenOf(req.headers.authorization);
    if (token === null) {
      throw new Problem(
        "unauthorized",
        "Sign in: this MCP server requires an access token or an API key as a bearer token.",
        {
          headers: { "WWW-Authenticate": challengeHeader(publicUrl, { scopes }) },
        },
      );
    }
    const principal = BEARERS.has(tokenKind(token)) ? await credentials.verify(token) : null;
    if (principal?.kind === "api_key" || principal?.kind === "oauth") return { principal, token };
    const reason = await credentials.explainRejection(token);
    throw new Problem("invalid_token", reason ?? "The token is unknown, expired or revoked. Connect again.", {
      headers: { "WWW-Authenticate": challengeHeader(publicUrl, { error: "invalid_token", scopes }) },
    });
  };
}

function readOnlyScopes(tools: readonly Tool[]): readonly Scope[] {
  const reading = tools.filter(({ hints }) => hints.readOnlyHint);
  return [...new Set(reading.flatMap((tool) => tool.scopes))];
}

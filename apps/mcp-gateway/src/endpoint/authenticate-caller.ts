import type { IncomingMessage } from "node:http";
import type { Principal } from "@skucast/contracts/principal";
import { Problem } from "@skucast/contracts/problem";
import type { Scope } from "@skucast/contracts/scopes";
import { type TokenKind, tokenKind } from "@skucast/credentials/token";
import { tokenOf } from "@skucast/http-kit/authenticate";
import type { McpContext } from "../context.js";
import type { Tool } from "../tools/define-tool.js";
import { challengeHeader } from "./challenge.js";

/** Keys and access tokens. The secret of a browser session is none of them: it belongs in its cookie. */
const BEARERS: ReadonlySet<TokenKind | null> = new Set(["sk", "at"]);

/** A principal with the token that it showed. */
export interface Authenticated {
  readonly principal: Principal;
  readonly token: string;
}

/** Who calls, from the Authorization header alone: a key or an app. The challenge asks for no more than reading needs. */
export function callerAuthentication({ credentials, publicUrl }: McpContext, tools: readonly Tool[]) {
  const scopes = scopesToBeginWith(tools);
  return async function authenticateCaller(req: IncomingMessage): Promise<Authenticated> {
    const token = tokenOf(req.headers.authorization);
    if (token === null) {
      throw new Problem(
        "unauthorized",
        "Sign in: this MCP server wants an access token or an API key as a bearer token.",
        {
          headers: { "WWW-Authenticate": challengeHeader(publicUrl, { scopes }) },
        },
      );
    }
    const principal = BEARERS.has(tokenKind(token)) ? await credentials.verify(token) : null;
    if (principal?.kind === "api_key" || principal?.kind === "oauth") return { principal, token };
    throw new Problem("invalid_token", "The token does not exist, expired or was revoked: connect again.", {
      headers: { "WWW-Authenticate": challengeHeader(publicUrl, { error: "invalid_token", scopes }) },
    });
  };
}

function scopesToBeginWith(tools: readonly Tool[]): readonly Scope[] {
  const reading = tools.filter(({ hints }) => hints.readOnlyHint);
  return [...new Set(reading.flatMap((tool) => tool.scopes))];
}

import type { Scope } from "@skucast/contracts/scopes";
import { SERVICE_NAME } from "@skucast/contracts/service";

interface Challenge {
  /** RFC 6750, section 3.1. Omitted if no token was sent. */
  readonly error?: "invalid_token" | "insufficient_scope";
  readonly description?: string;
  /** The scopes that the client should request from the user. */
  readonly scopes: readonly Scope[];
}

/** The WWW-Authenticate header that directs a client to the authorization server (RFC 6750; RFC 9728, section 5.1). */
export function challengeHeader(publicUrl: string, { error, description, scopes }: Challenge): string {
  const parts = [
    `realm="${SERVICE_NAME.toLowerCase()}"`,
    ...(error === undefined ? [] : [`error="${error}"`]),
    ...(description === undefined ? [] : [`error_description="${description}"`]),
    `scope="${scopes.join(" ")}"`,
    `resource_metadata="${publicUrl}/.well-known/oauth-protected-resource/mcp"`,
  ];
  return `Bearer ${parts.join(", ")}`;
}

import { expect, test } from "@jest/globals";
import type { Client } from "oidc-provider";
import { redirectIdentity } from "./redirect-identity.js";

/** The members of a client that are read. The provider marks clients that are described by a document. */
const client = (clientId: string, isDocument: boolean) =>
  ({ clientId, ...(isDocument && { clientIdMetadataDocument: true }) }) as unknown as Client;
const CLAUDE = "https://claude.ai/oauth/mcp-oauth-client-metadata";

test.each([
  ["a known document that is answered at home", CLAUDE, true, "https://claude.ai/api/mcp/auth_callback", true],
  ["its sister site", CLAUDE, true, "https://claude.com/api/mcp/auth_callback", true],
  ["a known document that is answered elsewhere", CLAUDE, true, "https://evil.example/cb", false],
  ["a known document that is answered on a machine", CLAUDE, true, "http://localhost:3000/cb", false],
  [
    "another document that is answered at a known site",
    "https://evil.example/c.json",
    true,
    "https://claude.ai/cb",
    false,
  ],
  ["a name that only looks known", "https://claude.ai.evil.example/c.json", true, "https://claude.ai/cb", false],
  ["a known host at another port", "https://claude.ai:8443/c.json", true, "https://claude.ai/cb", false],
  ["a registered client", CLAUDE, false, "https://claude.ai/cb", false],
])("%s: verified or not verified", (_what, clientId, isDocument, redirectUri, isVerified) => {
  expect(redirectIdentity(client(clientId, isDocument), redirectUri).isVerified).toBe(isVerified);
});

test.each([
  ["https://app.example:8443/cb", "app.example:8443", false],
  ["http://127.0.0.1:3000/cb", "127.0.0.1:3000", true],
  ["cursor://anysphere/cb", "cursor://", true],
])("%s is identified as %s", (redirectUri, redirectHost, isLocal) => {
  expect(redirectIdentity(client("x", false), redirectUri)).toMatchObject({ redirectHost, isLocal });
});

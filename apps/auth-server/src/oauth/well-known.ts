import { SCOPES } from "@skucast/contracts/scopes";
import { SERVICE_NAME } from "@skucast/contracts/service";
import express, { type RequestHandler, type Router } from "express";
import type { AuthContext } from "../context.js";
import { allowEveryOrigin } from "./allow-every-origin.js";
import type { OAuth } from "./create-oauth.js";
import { canonicalResource, RESOURCE_PATHS } from "./resource.js";

const SERVER_DOCUMENTS = ["/oauth-authorization-server", "/openid-configuration"];
const MAX_AGE_SECONDS = 300;
/** Path of the public MCP server. */
const PUBLIC_PATH = "/mcp/public";

/** Discovery metadata for clients that know only a URL. Mount at /.well-known. */
export function wellKnownRouter(ctx: AuthContext, oauth: OAuth): Router {
  const router = express.Router({ caseSensitive: true });
  for (const path of SERVER_DOCUMENTS) serve(router, path, () => serverMetadata(oauth, `/.well-known${path}`));
  for (const path of RESOURCE_PATHS) {
    serve(router, `/oauth-protected-resource${path}`, async () => resourceMetadata(ctx.publicUrl, path));
  }
  serve(router, `/oauth-protected-resource${PUBLIC_PATH}`, async () => publicResourceMetadata(ctx.publicUrl));
  return router;
}

/** RFC 8414 and OpenID Connect Discovery: the provider's own metadata plus our restrictions. */
async function serverMetadata({ callProvider }: OAuth, path: string): Promise<object> {
  const answer = await callProvider({ method: "GET", path, ip: undefined });
  const metadata = JSON.parse(answer.body);
  return {
    ...metadata,
    // The same client authentication as at the token endpoint. Without these members, RFC 8414 implies
    // client_secret_basic.
    revocation_endpoint_auth_methods_supported: metadata.token_endpoint_auth_methods_supported,
    revocation_endpoint_auth_signing_alg_values_supported: metadata.token_endpoint_auth_signing_alg_values_supported,
    scopes_supported: [...SCOPES, "offline_access"],
    response_modes_supported: ["query"],
  };
}

/** RFC 9728. Each document names the resource of its own path, because clients compare the two. */
const resourceMetadata = (publicUrl: string, path: string): object => ({
  resource: path === "" ? canonicalResource(publicUrl) : `${publicUrl}${path}`,
  authorization_servers: [publicUrl],
  scopes_supported: SCOPES,
  bearer_methods_supported: ["header"],
  resource_name: SERVICE_NAME,
});

/**
 * The public server needs no token and has no authorization server. The empty list keeps clients from looking for one
 * elsewhere.
 */
const publicResourceMetadata = (publicUrl: string): object => ({
  resource: `${publicUrl}${PUBLIC_PATH}`,
  authorization_servers: [],
  scopes_supported: [],
  bearer_methods_supported: [],
  resource_name: `${SERVICE_NAME} public directory`,
});

function serve(router: Router, path: string, make: () => Promise<object>): void {
  const handler: RequestHandler = async (_req, res) => {
    res.locals.routeTemplate = `/.well-known${path}`;
    const metadata = await make();
    res.setHeader("Cache-Control", `public, max-age=${MAX_AGE_SECONDS}`);
    res.json(metadata);
  };
  router.options(path, allowEveryOrigin("GET"));
  router.get(path, allowEveryOrigin("GET"), handler);
}

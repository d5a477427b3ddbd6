import { SCOPES } from "@skucast/contracts/scopes";
import { SERVICE_NAME } from "@skucast/contracts/service";
import express, { type RequestHandler, type Router } from "express";
import type { AuthContext } from "../context.js";
import { allowEveryOrigin } from "./allow-every-origin.js";
import type { OAuth } from "./open-provider.js";
import { canonicalResource, RESOURCE_PATHS } from "./resource.js";

const SERVER_DOCUMENTS = ["/oauth-authorization-server", "/openid-configuration"];
const MAX_AGE_SECONDS = 300;
/** Where the anonymous MCP server is. */
const PUBLIC_PATH = "/mcp/public";

/** Metadata for clients that know no more than an address, to be mounted at /.well-known. */
export function wellKnownRouter(ctx: AuthContext, oauth: OAuth): Router {
  const router = express.Router({ caseSensitive: true });
  for (const path of SERVER_DOCUMENTS) serve(router, path, () => serverMetadata(oauth, `/.well-known${path}`));
  for (const path of RESOURCE_PATHS) {
    serve(router, `/oauth-protected-resource${path}`, async () => resourceMetadata(ctx.publicUrl, path));
  }
  serve(router, `/oauth-protected-resource${PUBLIC_PATH}`, async () => publicResourceMetadata(ctx.publicUrl));
  return router;
}

/** RFC 8414 and OpenID Connect Discovery: what the provider says of itself, and what we hold it to besides. */
async function serverMetadata({ ask }: OAuth, path: string): Promise<object> {
  const answer = await ask({ method: "GET", path, ip: undefined });
  const metadata = JSON.parse(answer.body);
  return {
    ...metadata,
    // Clients prove themselves there as at the token endpoint; without these members, RFC 8414 means client_secret_basic.
    revocation_endpoint_auth_methods_supported: metadata.token_endpoint_auth_methods_supported,
    revocation_endpoint_auth_signing_alg_values_supported: metadata.token_endpoint_auth_signing_alg_values_supported,
    scopes_supported: [...SCOPES, "offline_access"],
    response_modes_supported: ["query"],
  };
}

/** RFC 9728. Each form names the resource that its path stands for, as clients compare the two. */
const resourceMetadata = (publicUrl: string, path: string): object => ({
  resource: path === "" ? canonicalResource(publicUrl) : `${publicUrl}${path}`,
  authorization_servers: [publicUrl],
  scopes_supported: SCOPES,
  bearer_methods_supported: ["header"],
  resource_name: SERVICE_NAME,
});

/** The anonymous server takes no token and has no authorization server: clients must not look for one elsewhere. */
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

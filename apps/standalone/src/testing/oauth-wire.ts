import { createHash, randomBytes } from "node:crypto";
import { API_BASE_PATH } from "@skucast/contracts/service";

const TIMEOUT_MS = 120_000;

/** An HTTP response, unprocessed except for its JSON. */
export interface WireAnswer {
  readonly status: number;
  readonly headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: a test reads any response
  readonly json: any;
}

/** What a client asks the user to authorize. */
export interface AuthorizationRequest {
  readonly clientId: string;
  readonly redirectUri: string;
  /** Left out of the request when it is not given, as some clients do. */
  readonly scope?: string;
  readonly resource?: string;
}

/** A request that was sent to the browser, with the values that the client keeps until the callback. */
export interface PendingAuthorization extends AuthorizationRequest {
  readonly url: URL;
  readonly state: string;
  readonly verifier: string;
}

export interface Tokens {
  readonly access_token: string;
  readonly refresh_token: string;
  readonly scope: string;
}

/** Speaks OAuth and MCP with plain HTTP requests, so that a test can act as any client. */
export interface OAuthWire {
  register(metadata: object): Promise<WireAnswer>;
  begin(request: AuthorizationRequest): PendingAuthorization;
  /** Sends a form to the token endpoint. */
  token(form: Readonly<Record<string, string>>): Promise<WireAnswer>;
  /** Exchanges the code of a callback for tokens; `more` is the client's authentication. */
  redeem(pending: PendingAuthorization, callback: URL, more?: Readonly<Record<string, string>>): Promise<Tokens>;
  refresh(clientId: string, refreshToken: string, more?: Readonly<Record<string, string>>): Promise<WireAnswer>;
  revoke(clientId: string, token: string): Promise<WireAnswer>;
  mcp(token: string, method: string, params?: object): Promise<WireAnswer>;
  rest(token: string, path: string, method?: string, body?: unknown): Promise<WireAnswer>;
}

export function oauthWire(baseUrl: string): OAuthWire {
  const token = (form: Readonly<Record<string, string>>) =>
    send(`${baseUrl}/oauth/token`, { method: "POST", body: new URLSearchParams(form) });
  return {
    register: (metadata) => send(`${baseUrl}/oauth/register`, json("POST", metadata)),
    begin: (request) => beginAuthorization(baseUrl, request),
    token,
    async redeem(pending, callback, more = {}) {
      const { status, json: tokens } = await token({
        grant_type: "authorization_code",
        client_id: pending.clientId,
        redirect_uri: pending.redirectUri,
        code: codeOf(pending, callback),
        code_verifier: pending.verifier,
        ...more,
        ...(pending.resource !== undefined && { resource: pending.resource }),
      });
      if (status !== 200) throw new Error(`the code was not accepted: ${JSON.stringify(tokens)}`);
      return tokens;
    },
    refresh: (clientId, refreshToken, more = {}) =>
      token({ grant_type: "refresh_token", client_id: clientId, refresh_token: refreshToken, ...more }),
    revoke: (clientId, revoked) =>
      send(`${baseUrl}/oauth/revoke`, {
        method: "POST",
        body: new URLSearchParams({ client_id: clientId, token: revoked }),
      }),
    mcp: (bearer, method, params = {}) => {
      const request = json("POST", { jsonrpc: "2.0", id: 1, method, params });
      const headers = { ...request.headers, Accept: "application/json, text/event-stream" };
      return send(`${baseUrl}/mcp`, { ...request, headers: { ...headers, Authorization: `Bearer ${bearer}` } });
    },
    rest: (bearer, path, method = "GET", body = undefined) => {
      const request = body === undefined ? { method, headers: {} } : json(method, body);
      const headers = { ...request.headers, Authorization: `Bearer ${bearer}` };
      return send(`${baseUrl}${API_BASE_PATH}${path}`, { ...request, headers });
    },
  };
}

function beginAuthorization(baseUrl: string, request: AuthorizationRequest): PendingAuthorization {
  const { clientId, redirectUri, scope, resource } = request;
  const state = randomBytes(16).toString("base64url");
  const verifier = randomBytes(32).toString("base64url");
  const url = new URL(`${baseUrl}/oauth/authorize`);
  url.search = new URLSearchParams({
    response_type: "code",
    client_id: clientId,
    redirect_uri: redirectUri,
    state,
    code_challenge: createHash("sha256").update(verifier).digest("base64url"),
    code_challenge_method: "S256",
    ...(scope !== undefined && { scope }),
    ...(resource !== undefined && { resource }),
  }).toString();
  return { ...request, url, state, verifier };
}

function codeOf({ state, redirectUri }: PendingAuthorization, callback: URL): string {
  if (`${callback.origin}${callback.pathname}` !== redirectUri) throw new Error(`sent to ${callback}`);
  const code = callback.searchParams.get("code");
  if (code === null || callback.searchParams.get("state") !== state)
    throw new Error(`the callback has no code: ${callback}`);
  return code;
}

const json = (method: string, body: unknown) => ({
  method,
  headers: { "Content-Type": "application/json" },
  body: JSON.stringify(body),
});

async function send(url: string, init: RequestInit): Promise<WireAnswer> {
  const response = await fetch(url, { ...init, redirect: "manual", signal: AbortSignal.timeout(TIMEOUT_MS) });
  const text = await response.text();
  const event = [...text.matchAll(/^data: ?(.*)$/gm)].at(-1)?.[1];
  return { status: response.status, headers: response.headers, json: parsed(event ?? text) };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

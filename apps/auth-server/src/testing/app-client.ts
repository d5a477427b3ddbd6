import { createHash, randomBytes } from "node:crypto";
import { type BrowserPage, hiddenFields, unescaped } from "./browser.js";
import { type AuthFixture, type Person, PUBLIC_URL } from "./open-auth.js";

export interface TokenResponse {
  readonly status: number;
  readonly headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: a test reads any response body
  readonly json: any;
  readonly text: string;
}

/** An app that connects over HTTP, as real clients do. */
export interface AppClient {
  readonly clientId: string;
  readonly redirectUri: string;
}

export interface Tokens {
  readonly access_token: string;
  readonly refresh_token: string;
  readonly scope: string;
}

export interface ConnectOptions {
  readonly verifier?: string;
  /** Authorization parameters; undefined removes one. */
  readonly params?: Readonly<Record<string, string | undefined>>;
  readonly workspaceId?: string;
  /** Scopes to check. Default: the scopes that the app requested. */
  readonly scopes?: readonly string[];
  /** An access preset instead of checked boxes. */
  readonly access?: string;
  readonly decision?: "allow" | "deny";
}

export const newVerifier = (): string => randomBytes(32).toString("base64url");
export const challengeOf = (verifier: string): string => createHash("sha256").update(verifier).digest("base64url");
export const pathOf = (location: string | null, publicUrl = PUBLIC_URL): string =>
  (location ?? "").replace(publicUrl, "");

export async function register(auth: AuthFixture, metadata: object = {}): Promise<TokenResponse> {
  return readResponse(
    await auth.request("/oauth/register", {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ redirect_uris: ["https://app.example/callback"], client_name: "App", ...metadata }),
    }),
  );
}

export async function createApp(auth: AuthFixture, metadata: object = {}): Promise<AppClient> {
  const { status, json, text } = await register(auth, metadata);
  if (status !== 201) throw new Error(`registration answered ${status}: ${text}`);
  return { clientId: json.client_id, redirectUri: json.redirect_uris[0] };
}

export function authorizePath(
  { clientId, redirectUri }: AppClient,
  { verifier = "", params = {} }: ConnectOptions = {},
): string {
  const query = new URLSearchParams();
  const all = {
    client_id: clientId,
    redirect_uri: redirectUri,
    response_type: "code",
    state: "st",
    code_challenge: challengeOf(verifier),
    code_challenge_method: "S256",
    scope: "products:read products:write",
    resource: `${PUBLIC_URL}/mcp`,
    ...params,
  };
  for (const [name, value] of Object.entries(all)) if (value !== undefined) query.set(name, value);
  return `/oauth/authorize?${query}`;
}

/** Starts an authorization and returns the path of the consent page. */
export async function startAuthorization(
  person: Pick<Person, "browser">,
  app: AppClient,
  options: ConnectOptions = {},
): Promise<string> {
  const start = await person.browser.get(authorizePath(app, options));
  const path = pathOf(start.location);
  if (start.status !== 303 || !path.startsWith("/connect/")) {
    throw new Error(`the authorization answered ${start.status} ${start.location}: ${start.text}`);
  }
  return path;
}

/** The link from an error page back to the app, with its error parameters; null if there is none. */
export function linkToAppOf({ status, location, text }: BrowserPage): { url: URL; text: string } | null {
  if (status !== 400 || location !== null) throw new Error(`no error page, but ${status} ${location}: ${text}`);
  const [, href = "", label = ""] = /<a href="([^"]+)" rel="noreferrer">(Go back to [^<]+)<\/a>/.exec(text) ?? [];
  return href === "" ? null : { url: new URL(unescaped(href)), text: label };
}

/** Submits the consent page and returns the URL that the app receives. */
export async function decide(
  person: Person,
  path: string,
  options: ConnectOptions = {},
  publicUrl = PUBLIC_URL,
): Promise<URL> {
  const answer = await answerConsent(person, path, options);
  const end = await person.browser.get(pathOf(answer.location, publicUrl));
  if (end.location === null) throw new Error(`going on answered ${end.status}: ${end.text}`);
  return new URL(end.location);
}

/** Submits the consent page without following the redirect. */
export async function answerConsent(person: Person, path: string, options: ConnectOptions = {}): Promise<BrowserPage> {
  const page = await person.browser.get(path);
  const offered = [...page.text.matchAll(/name="scope" value="([^"]+)"\s+(checked|disabled)/g)];
  const chosen = options.scopes ?? offered.flatMap(([, scope = "", state]) => (state === "checked" ? [scope] : []));
  const form = new URLSearchParams(hiddenFields(page.text, path));
  form.set("workspace", options.workspaceId ?? person.workspaceId);
  form.set("decision", options.decision ?? "allow");
  if (options.access !== undefined) form.set("access", options.access);
  for (const scope of chosen) form.append("scope", scope);
  const answer = await person.browser.post(path, form as unknown as Record<string, string>);
  if (answer.status !== 303) throw new Error(`the decision answered ${answer.status}: ${answer.text}`);
  return answer;
}

/** Runs the whole authorization and returns the code. */
export async function connect(person: Person, app: AppClient, options: ConnectOptions): Promise<string> {
  const end = await decide(person, await startAuthorization(person, app, options), options);
  const code = end.searchParams.get("code");
  if (code === null) throw new Error(`no code: ${end}`);
  return code;
}

export async function requestToken(
  auth: AuthFixture,
  params: Readonly<Record<string, string>>,
): Promise<TokenResponse> {
  return readResponse(await auth.request("/oauth/token", { method: "POST", body: new URLSearchParams(params) }));
}

export const redeem = (
  auth: AuthFixture,
  app: AppClient,
  code: string,
  verifier: string,
  more = {},
): Promise<TokenResponse> =>
  requestToken(auth, {
    grant_type: "authorization_code",
    code,
    code_verifier: verifier,
    client_id: app.clientId,
    redirect_uri: app.redirectUri,
    ...more,
  });

export const refresh = (auth: AuthFixture, app: AppClient, token: string, more = {}): Promise<TokenResponse> =>
  requestToken(auth, { grant_type: "refresh_token", refresh_token: token, client_id: app.clientId, ...more });

/** Connects and exchanges the code. Returns the tokens of a new connection. */
export async function createTokens(
  auth: AuthFixture,
  person: Person,
  app: AppClient,
  options: ConnectOptions = {},
): Promise<Tokens> {
  const verifier = newVerifier();
  const { status, json, text } = await redeem(
    auth,
    app,
    await connect(person, app, { ...options, verifier }),
    verifier,
  );
  if (status !== 200) throw new Error(`the code answered ${status}: ${text}`);
  return json;
}

export const revoke = (auth: AuthFixture, app: AppClient, token: string): Promise<Response> =>
  auth.request("/oauth/revoke", { method: "POST", body: new URLSearchParams({ token, client_id: app.clientId }) });

export async function readResponse(response: Response): Promise<TokenResponse> {
  const text = await response.text();
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    json = undefined;
  }
  return { status: response.status, headers: response.headers, json, text };
}

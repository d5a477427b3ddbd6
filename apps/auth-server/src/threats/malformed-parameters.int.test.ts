import { afterAll, beforeAll, beforeEach, describe, expect, test } from "@jest/globals";
import { authorizePath, createApp, newVerifier } from "../testing/app-client.js";
import { type AuthFixture, openAuthFixture, PUBLIC_URL } from "../testing/open-auth.js";

let auth: AuthFixture;
let clientId: string;
beforeAll(async () => {
  auth = await openAuthFixture();
  clientId = (await createApp(auth)).clientId;
});
afterAll(() => auth.close());

let logged = 0;
beforeEach(() => {
  logged = auth.log.length;
});

const FORM = { "Content-Type": "application/x-www-form-urlencoded" };
const redirectUri = "https://app.example/callback";

/** Encoded values for a query or form. */
const BAD_VALUES: readonly [string, string][] = [
  ["a NUL", "%00"],
  ["a NUL within", "a%00b"],
  ["10 kB", "x".repeat(10_000)],
  ["10 kB of an address", `https://a.example/${"x".repeat(10_000)}`],
  ["half of a surrogate pair", "%ED%A0%80"],
  ["bytes that are no text", "%FF%FE"],
  ["a line break", "a%0D%0Ab"],
];

interface Endpoint {
  readonly params: Readonly<Record<string, string>>;
  send(query: string): Promise<Response>;
}
const post = (path: string) => (body: string) => auth.request(path, { method: "POST", headers: FORM, body });

const endpoints = (): Record<string, Endpoint> => ({
  authorize: {
    params: {
      ...Object.fromEntries(new URLSearchParams(authorizePath({ clientId, redirectUri }).split("?")[1])),
      response_mode: "query",
      prompt: "consent",
    },
    send: (query) => auth.request(`/oauth/authorize?${query}`),
  },
  "token (code)": {
    params: {
      grant_type: "authorization_code",
      code: "c",
      redirect_uri: redirectUri,
      code_verifier: newVerifier(),
      client_id: clientId,
      resource: `${PUBLIC_URL}/mcp`,
      scope: "products:read",
      client_assertion: "a.b.c",
      client_assertion_type: "urn:ietf:params:oauth:client-assertion-type:jwt-bearer",
    },
    send: post("/oauth/token"),
  },
  "token (refresh)": {
    params: {
      grant_type: "refresh_token",
      refresh_token: "r",
      client_id: clientId,
      scope: "products:read",
      resource: `${PUBLIC_URL}/mcp`,
    },
    send: post("/oauth/token"),
  },
  revoke: {
    params: { token: "t", token_type_hint: "access_token", client_id: clientId },
    send: post("/oauth/revoke"),
  },
});
const NAMES = ["authorize", "token (code)", "token (refresh)", "revoke"];

/** Encodes parameters, with one of them already encoded. */
function queryOf(params: Readonly<Record<string, string>>, name: string, given: string): string {
  const rest = Object.entries(params).filter(([other]) => other !== name);
  return [...rest.map(([other, value]) => `${other}=${encodeURIComponent(value)}`), given].join("&");
}

/** Server errors that this test logged. */
const failures = () => auth.log.slice(logged).filter((line) => /"event":"(?:oauth\.failed|http\.failed)"/.test(line));

describe.each(NAMES)("parameters of %s", (endpointName) => {
  test.each(BAD_VALUES)("with %s are rejected with 400 or 401", async (_what, value) => {
    const { params, send } = endpoints()[endpointName] as Endpoint;
    for (const name of Object.keys(params)) {
      const { status } = await send(queryOf(params, name, `${name}=${value}`));
      expect([name, status]).toEqual([name, status === 401 ? 401 : 400]);
    }
    expect(failures()).toEqual([]);
  });

  test("that are thousands of unknown ones are rejected with 400, before the provider reads them", async () => {
    const { params, send } = endpoints()[endpointName] as Endpoint;
    const answer = await send(`${new URLSearchParams(params)}${"&a".repeat(5_000)}`);
    expect([answer.status, await answer.text()]).toEqual([400, expect.stringMatching(/at most 200 parameters/)]);
  });

  test("as arrays or objects, empty or repeated, never cause a server error", async () => {
    const { params, send } = endpoints()[endpointName] as Endpoint;
    for (const [name, value] of Object.entries(params)) {
      const text = encodeURIComponent(value);
      for (const given of [`${name}[]=${text}&${name}[]=x`, `${name}[a]=${text}`, `${name}=`, name, ""]) {
        expect((await send(queryOf(params, name, given))).status).toBeLessThan(500);
      }
      const { status } = await send(queryOf(params, name, `${name}=${text}&${name}=other`));
      expect([name, status]).toEqual([name, 400]);
    }
    expect(failures()).toEqual([]);
  });
});

test("an invalid client in the Authorization header causes no server error", async () => {
  for (const name of ["%00", "a%00b", "x".repeat(9_000), `https://a.example/${"x".repeat(9_000)}`, "%ED%A0%80", "\0"]) {
    const headers = { ...FORM, Authorization: `Basic ${Buffer.from(`${name}:s`).toString("base64")}` };
    for (const path of ["/oauth/token", "/oauth/revoke"]) {
      const body = "grant_type=refresh_token&refresh_token=r&token=t";
      const { status } = await auth.request(path, { method: "POST", headers, body });
      expect([400, 401]).toContain(status);
    }
  }
  expect(failures()).toEqual([]);
});

test("an invalid client in an assertion causes no server error", async () => {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const subjects = [
    "\0",
    "client_a\0b",
    "a\ud800",
    "x".repeat(4_000),
    `https://a.example/${"x".repeat(4_000)}`,
    ["a\0"],
    1,
  ];
  for (const sub of subjects) {
    const params = {
      grant_type: "refresh_token",
      refresh_token: "r",
      token: "t",
      client_assertion: `${part({ alg: "ES256" })}.${part({ iss: sub, sub, aud: PUBLIC_URL })}.c2ln`,
      client_assertion_type: "urn:ietf:params:oauth:client-assertion-type:jwt-bearer",
    };
    for (const path of ["/oauth/token", "/oauth/revoke"]) {
      const { status } = await auth.request(path, { method: "POST", body: new URLSearchParams(params) });
      expect([sub, [400, 401].includes(status)]).toEqual([sub, true]);
    }
  }
  expect(failures()).toEqual([]);
});

test("invalid request URLs are answered with pages, not server errors", async () => {
  for (const uid of ["%00", "a%00b", "%ED%A0%80", "x".repeat(10_000), "..%2f"]) {
    for (const path of [`/oauth/authorize/${uid}`, `/connect/${uid}`]) {
      const cookie = `__Secure-skc_resume=${uid}; __Secure-skc_resume.sig=${uid}; __Secure-skc_connect=${uid}`;
      const { status } = await auth.request(path, { headers: { Cookie: cookie.slice(0, 5_000) } });
      expect([400, 404]).toContain(status);
    }
  }
  expect(failures()).toEqual([]);
});

test.each<[string, unknown]>([
  ["a NUL", "a\0b"],
  ["half of a surrogate pair", "a\ud800b"],
  ["10 kB", "x".repeat(10_000)],
  ["an array", [["a\0"]]],
  ["an object", { "a\0": "\ud800" }],
  ["a number", 1e308],
])("a registration with %s in a member never causes a server error", async (_what, value) => {
  const key = { kty: "EC", crv: "P-256", x: "f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU" };
  const jwk = { ...key, y: "x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0" };
  const keyed = { token_endpoint_auth_method: "private_key_jwt" };
  const bodies = [
    ...["redirect_uris", "client_name", "token_endpoint_auth_method", "grant_types", "response_types", "jwks"].map(
      (name) => ({ [name]: value }),
    ),
    { client_uri: `https://a.example/${value}` },
    { jwks_uri: `https://a.example/${value}`, ...keyed },
    { grant_types: ["authorization_code", value] },
    { redirect_uris: [`https://a.example/${value}`] },
    { jwks: { keys: [{ ...jwk, kid: value }] }, ...keyed },
    { jwks: { keys: [{ ...jwk, "a\0": 1 }] }, ...keyed },
    { scope: value },
    { contacts: value },
    { unknown: value },
  ];
  for (const body of bodies) {
    const { status } = await auth.request("/oauth/register", {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ redirect_uris: [redirectUri], ...body }),
    });
    expect([Object.keys(body), status]).toEqual([Object.keys(body), status === 201 ? 201 : 400]);
  }
  expect(failures()).toEqual([]);
});

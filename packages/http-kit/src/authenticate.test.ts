import type { IncomingMessage } from "node:http";
import { describe, expect, test } from "@jest/globals";
import type { Principal } from "@skucast/contracts/principal";
import { MANAGE_WORKSPACE, type Permission } from "@skucast/contracts/scopes";
import { createApiAuthentication } from "./authenticate.js";
import { sessionCookieName } from "./session-cookie.js";

const key: Principal = { kind: "api_key", workspaceId: "ws_1", keyId: "key_1", scopes: new Set() };
const person: Principal = { ...key, kind: "user", userId: "usr_1", sessionId: "ses_1", authenticatedAt: new Date() };
const known: Readonly<Record<string, Principal>> = { skc_sk_a: key, skc_ss_a: person };
const METADATA = 'resource_metadata="https://skucast.example/.well-known/oauth-protected-resource/api/public/v1"';

const PUBLIC_URL = "https://skucast.example";
const asked: string[] = [];
const authenticationAt = (publicUrl: string) =>
  createApiAuthentication({
    publicUrl,
    verify: async (token) => {
      asked.push(token);
      return known[token] ?? null;
    },
  });

/** The result of a request with these headers: the principal's kind, or code and challenge of the error. */
async function outcomeOf(headers: Record<string, string>, method = "GET", publicUrl = PUBLIC_URL): Promise<unknown> {
  const req = { method, headers, url: "/products?access_token=skc_sk_a" } as unknown as IncomingMessage;
  return authenticationAt(publicUrl)
    .identify(req)
    .then(
      ({ kind }) => kind,
      ({ code, headers: sent }) => [code, sent["WWW-Authenticate"]],
    );
}

const SESSION = { cookie: "a=b; __Host-skc_session=skc_ss_a; c=d" };
const MISSING = ["unauthorized", `Bearer realm="skucast", ${METADATA}`];
const INVALID = ["invalid_token", `Bearer realm="skucast", error="invalid_token", ${METADATA}`];

describe("a request is authenticated", () => {
  test("by its bearer token, and by nothing else if there is one", async () => {
    expect(await outcomeOf({ authorization: "bearer  skc_sk_a" })).toBe("api_key");
    expect(await outcomeOf({ ...SESSION, authorization: "Bearer skc_sk_unknown" })).toEqual(INVALID);
    expect(await outcomeOf({ ...SESSION, authorization: "Basic dTpw" })).toEqual(MISSING);
  });

  test("never by a token in the query", async () => {
    asked.length = 0;
    expect(await outcomeOf({})).toEqual(MISSING);
    expect(asked).toEqual([]);
  });

  test("by the session cookie, under the name for its scheme only", async () => {
    expect(await outcomeOf(SESSION)).toBe("user");
    expect(await outcomeOf({ cookie: "skc_session=skc_ss_a" })).toEqual(MISSING);
    expect(await outcomeOf({ cookie: "skc_session=skc_ss_a" }, "GET", "http://localhost:8080")).toBe("user");
    expect(await outcomeOf({ cookie: "x__Host-skc_session=skc_ss_a" })).toEqual(MISSING);
  });

  test("not by an API key in a cookie, nor by a session secret as bearer token", async () => {
    expect(await outcomeOf({ cookie: `${sessionCookieName(true)}=skc_sk_a` })).toEqual(MISSING);
    expect(await outcomeOf({ authorization: "Bearer skc_ss_a" })).toEqual(INVALID);
  });

  test("as unauthenticated when the session has ended", async () => {
    expect(await outcomeOf({ cookie: "__Host-skc_session=skc_ss_ended" })).toEqual(INVALID);
  });
});

describe("a request that changes something with a session cookie", () => {
  const FORBIDDEN = ["forbidden", undefined];
  test.each([
    [{ "sec-fetch-site": "same-origin" }, "user"],
    [{ "sec-fetch-site": "same-origin", origin: "https://skucast.example" }, "user"],
    [{ origin: "https://skucast.example" }, "user"],
    [{}, FORBIDDEN],
    [{ "sec-fetch-site": "cross-site" }, FORBIDDEN],
    [{ "sec-fetch-site": "same-site" }, FORBIDDEN],
    [{ "sec-fetch-site": "none" }, FORBIDDEN],
    [{ "sec-fetch-site": "cross-site", origin: "https://skucast.example" }, FORBIDDEN],
    [{ origin: "null" }, FORBIDDEN],
    [{ origin: "http://skucast.example" }, FORBIDDEN],
    [{ origin: "https://skucast.example.evil.example" }, FORBIDDEN],
    [{ referer: "https://skucast.example/" }, FORBIDDEN],
  ])("and %j results in %j", async (proof, outcome) => {
    for (const method of ["POST", "PUT", "PATCH", "DELETE"])
      expect(await outcomeOf({ ...SESSION, ...proof }, method)).toEqual(outcome);
    expect(await outcomeOf({ ...SESSION, ...proof }, "GET")).toBe("user");
  });

  test("needs no proof with a bearer token, which browsers never send automatically", async () => {
    expect(await outcomeOf({ ...SESSION, authorization: "Bearer skc_sk_a" }, "POST")).toBe("api_key");
  });
});

describe("a principal without a permission", () => {
  const rejectionOf = (permission: "products:write" | typeof MANAGE_WORKSPACE, principal: Principal = key) => {
    try {
      authenticationAt(PUBLIC_URL).requireScope(principal, permission);
    } catch (error) {
      return error;
    }
    return undefined;
  };

  test("gets a challenge with the scope", () => {
    expect(rejectionOf("products:write")).toMatchObject({
      code: "forbidden",
      headers: {
        "WWW-Authenticate": `Bearer realm="skucast", error="insufficient_scope", scope="products:write", ${METADATA}`,
      },
    });
  });

  test("gets no scope if none can be requested", () => {
    expect(rejectionOf(MANAGE_WORKSPACE)).toMatchObject({
      code: "forbidden",
      headers: { "WWW-Authenticate": `Bearer realm="skucast", error="insufficient_scope", ${METADATA}` },
    });
  });

  test("gets no scope that the user's role does not allow, but learns who can change the role", () => {
    const appOf = (...allowedByRole: Permission[]): Principal => ({
      workspaceId: "ws_1",
      userId: "usr_1",
      clientId: "app",
      grantId: "grt_1",
      kind: "oauth",
      scopes: new Set(),
      allowedByRole: new Set(allowedByRole),
    });
    const allowed = rejectionOf("products:write", appOf("products:write"));
    expect(allowed).toMatchObject({ headers: { "WWW-Authenticate": expect.stringContaining("products:write") } });
    expect(rejectionOf("products:write", appOf("products:read"))).toMatchObject({
      code: "forbidden",
      message: expect.stringMatching(/role .* does not allow products:write.* an owner or admin/),
      headers: { "WWW-Authenticate": `Bearer realm="skucast", error="insufficient_scope", ${METADATA}` },
    });
  });

  test("passes if none is required or it has it", () => {
    const { requireScope } = authenticationAt(PUBLIC_URL);
    requireScope(key, null);
    requireScope({ ...key, scopes: new Set([MANAGE_WORKSPACE]) }, MANAGE_WORKSPACE);
  });
});

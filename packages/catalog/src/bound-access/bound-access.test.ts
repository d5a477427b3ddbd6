import { expect, test } from "@jest/globals";
import type { Principal } from "@skucast/contracts/principal";
import { holderAfter, holderOf } from "./bound-access.js";

const inWorkspace = { workspaceId: "ws_1", scopes: new Set<never>() };
const key: Principal = { kind: "api_key", keyId: "key_1", ...inWorkspace };
const expiring: Principal = { ...key, keyId: "key_2", expiresAt: new Date(0) };
const app: Principal = {
  kind: "oauth",
  userId: "usr_1",
  clientId: "client",
  grantId: "grt_1",
  allowedByRole: new Set(),
  ...inWorkspace,
};
const person: Principal = {
  kind: "user",
  userId: "usr_1",
  sessionId: "ses_1",
  authenticatedAt: new Date(0),
  ...inWorkspace,
};

test("what an app or an expiring key sets up is bound to it; what people and lasting keys set up is not", () => {
  expect([app, expiring, person, key].map(holderOf)).toEqual(["grt_1", "key_2", null, null]);
});

const unchanged = { isRedirected: false, isActivated: false };

test.each([
  ["an app redirects what lasts", app, null, { isRedirected: true }, "grt_1"],
  ["an app redirects what another app set up", app, "grt_0", { isRedirected: true }, "grt_1"],
  ["an app activates what ended with another app", app, "grt_0", { isActivated: true }, "grt_1"],
  ["an app activates what lasts", app, null, { isActivated: true }, null],
  ["an app changes anything else", app, null, {}, null],
  ["an expiring key redirects what lasts", expiring, null, { isRedirected: true }, "key_2"],
  ["a person activates what an app set up", person, "grt_0", { isActivated: true }, null],
  ["a person redirects what an app set up", person, "grt_0", { isRedirected: true }, null],
  ["a person changes anything else", person, "grt_0", {}, "grt_0"],
  ["a lasting key activates what an app set up", key, "grt_0", { isActivated: true }, null],
])("if %s, the holder is right", (_what, principal, former, change, holder) => {
  expect(holderAfter(principal, { ...unchanged, former, ...change })).toBe(holder);
});

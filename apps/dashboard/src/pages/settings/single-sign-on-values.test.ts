import { expect, test } from "@jest/globals";
import { singleSignOnPutSchema } from "@skucast/contracts/single-sign-on/single-sign-on";
import { toBody, valuesOf } from "./single-sign-on-values.js";

const typed = {
  ...valuesOf(null),
  issuer: " https://login.example.com ",
  clientId: "skucast",
  domains: "example.com,  example.org\nexample.net",
  claim: "groups",
  mapping: "cn=admins,dc=example = admin\n\n staff = viewer ",
};

test("lists are typed as text, and a value may contain an equals sign", () => {
  const body = toBody(typed);
  expect(body).toMatchObject({
    issuer: "https://login.example.com",
    domains: ["example.com", "example.org", "example.net"],
    role_mapping: [
      { value: "cn=admins,dc=example", role: "admin" },
      { value: "staff", role: "viewer" },
    ],
    default_role: "viewer",
  });
  expect(singleSignOnPutSchema.safeParse(body).success).toBe(true);
});

test("a line without a role, or with owner, is an error of its field", () => {
  for (const mapping of ["admins", "admins = owner"]) {
    const parsed = singleSignOnPutSchema.safeParse(toBody({ ...typed, mapping }));
    expect(parsed.error?.issues.map(({ path }) => path[0])).toContain("role_mapping");
  }
});

test("stored settings become the same body again, without the secret", () => {
  const times = { version: 1, created_at: "2026-11-26T12:00:00.000Z", updated_at: "2026-11-26T12:00:00.000Z" };
  const { secret: _, ...rest } = typed;
  const { domains = [], ...body } = singleSignOnPutSchema.parse(toBody({ ...rest, secret: "", defaultRole: "" }));
  const stored = { id: "ws_1", last_sign_in_at: null, ...times, ...body, domains };
  expect(toBody(valuesOf(stored))).toEqual({ ...body, domains });
});

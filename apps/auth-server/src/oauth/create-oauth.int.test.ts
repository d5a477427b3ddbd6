import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { type AuthFixture, openAuthFixture } from "../testing/open-auth.js";

let auth: AuthFixture;
beforeAll(async () => {
  auth = await openAuthFixture();
});
afterAll(() => auth.close());

test("an error inside the provider is logged with the id of the request, which the client gets", async () => {
  await auth.superuser.query("ALTER TABLE oauth_clients RENAME TO gone");
  try {
    const form = {
      grant_type: "authorization_code",
      code: "x",
      client_id: "client_x",
      redirect_uri: "https://a.example",
    };
    const response = await auth.request("/oauth/token", { method: "POST", body: new URLSearchParams(form) });
    expect(response.status).toBe(500);
    const lines = auth.log.map((line): { event?: string; request_id?: string } => JSON.parse(line));
    const failed = lines.filter(({ event }) => event === "oauth.failed");
    expect(failed.map((line) => line.request_id)).toEqual([response.headers.get("request-id")]);
  } finally {
    await auth.superuser.query("ALTER TABLE gone RENAME TO oauth_clients");
  }
});

import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { newId } from "@skucast/contracts/ids";
import { KEY_PERMISSIONS } from "@skucast/contracts/scopes";
import { type ApiFixture, type Ask, openApiFixture } from "./testing/open-api-fixture.js";

let api: ApiFixture;
beforeAll(async () => {
  api = await openApiFixture({ SKUCAST_TRUST_PROXY: "1" });
});
afterAll(() => api.close());

interface Entry {
  readonly id: string;
  readonly at: string;
  readonly action: string;
  readonly object: {
    readonly type: string;
    readonly id: string;
    readonly name: string | null;
    readonly exists: boolean;
  };
  readonly details: object;
  readonly request_id: string | null;
  readonly server_request_id: string | null;
}

const logOf = async (token: string, query = ""): Promise<Entry[]> =>
  (await api.ask("GET", `/audit-log${query}`, { token })).json.data;
const destination = {
  name: "Partner",
  host: "93.184.216.34",
  username: "u",
  host_keys: [`SHA256:${"A".repeat(43)}`],
  auth: { type: "password", password: "canary-password" },
};
const endpoint = { url: "https://93.184.216.34/canary-path?canary-query=1", secret: `whsec_${"Y2FuYXJ5".repeat(5)}` };

/** A workspace in which a key has performed every audited action over HTTP, in this order. */
async function busyWorkspace() {
  const { id: workspaceId, token } = await api.newWorkspace();
  const ask = async (method: string, path: string, body?: unknown) =>
    (await api.ask(method, path, { token, ...(body !== undefined && { body }) })).json;
  const key = await ask("POST", "/api-keys", { name: "k" });
  await ask("DELETE", `/api-keys/${key.id}`);
  const invitation = await ask("POST", "/invitations", { email: "ada@example.com", role: "viewer" });
  await ask("DELETE", `/invitations/${invitation.id}`);
  const created = await ask("POST", "/destinations", destination);
  await ask("PATCH", `/destinations/${created.id}`, {
    path: "/in",
    auth: { type: "password", password: "canary-new" },
  });
  await ask("PATCH", `/destinations/${created.id}`, { path: "/in" });
  await ask("DELETE", `/destinations/${created.id}`);
  const hook = await ask("POST", "/webhook-endpoints", endpoint);
  await ask("PATCH", `/webhook-endpoints/${hook.id}`, { url: "https://93.184.216.34/canary-other", status: "paused" });
  await ask("PATCH", `/webhook-endpoints/${hook.id}`, { status: "paused" });
  await ask("DELETE", `/webhook-endpoints/${hook.id}`);
  return { workspaceId, token, key, invitation, created, hook };
}

describe("the audit log", () => {
  test("has an entry for each action on keys, invitations, destinations and endpoints, and none for requests without a change", async () => {
    const { token, key, invitation, created, hook } = await busyWorkspace();
    const { host_keys } = destination;
    const host = "93.184.216.34";
    expect(
      (await logOf(token)).reverse().map(({ action, object, details }) => [action, object.id, object.name, details]),
    ).toEqual([
      ["api_key.created", key.id, "k", { name: "k", scopes: KEY_PERMISSIONS }],
      ["api_key.revoked", key.id, "k", { name: "k" }],
      ["invitation.created", invitation.id, "ada@example.com", expect.objectContaining({ role: "viewer" })],
      ["invitation.revoked", invitation.id, "ada@example.com", { email: "ada@example.com" }],
      ["destination.created", created.id, "Partner", { type: "sftp", name: "Partner", host, host_keys }],
      ["destination.updated", created.id, "Partner", { name: "Partner", changed: ["path", "auth"] }],
      ["destination.deleted", created.id, "Partner", { name: "Partner", host }],
      ["webhook_endpoint.created", hook.id, host, { host }],
      ["webhook_endpoint.updated", hook.id, host, { host, changed: ["url", "status"] }],
      ["webhook_endpoint.deleted", hook.id, host, { host }],
    ]);
  });

  test("has an entry for each action on channels, feeds and runs, with their names, and shows which are deleted", async () => {
    const { token } = await api.newWorkspace();
    const ask = async (method: string, path: string, body?: unknown) =>
      (await api.ask(method, path, { token, ...(body !== undefined && { body }) })).json;
    const market = { country: "US", currency: "USD", language: "en" };
    const channel = await ask("POST", "/channels", { name: "Shop", profile: "generic", market });
    await ask("PATCH", `/channels/${channel.id}`, { name: "Shop, US" });
    await ask("PATCH", `/channels/${channel.id}`, { name: "Shop, US" });
    const feed = await ask("POST", "/feeds", { channel_id: channel.id, name: "Nightly", format: "csv" });
    await ask("PATCH", `/feeds/${feed.id}`, { status: "paused" });
    await ask("POST", `/feeds/${feed.id}/runs`);
    const gone = await ask("POST", "/channels", { name: "Gone", profile: "generic", market });
    await ask("DELETE", `/channels/${gone.id}`);
    const entries = (await logOf(token)).reverse();
    expect(entries.map(({ action, object }) => [action, object.type, object.name, object.exists])).toEqual([
      ["channel.created", "channel", "Shop, US", true],
      ["channel.updated", "channel", "Shop, US", true],
      ["feed.created", "feed", "Nightly", true],
      ["feed.updated", "feed", "Nightly", true],
      ["run.started", "run", "Nightly", true],
      ["channel.created", "channel", "Gone", false],
      ["channel.deleted", "channel", "Gone", false],
    ]);
  });

  test("shows who acted and from where: key, IP address, user agent and request id", async () => {
    const { token } = await api.newWorkspace();
    const headers = {
      "User-Agent": `curl/8 ${"x".repeat(400)}`,
      "X-Forwarded-For": "203.0.113.7",
      "Request-Id": "mine-1",
    };
    const me = (await api.ask("GET", "/me", { token })).json;
    await api.ask("POST", "/api-keys", { token, headers, body: { name: "k" } });
    expect((await logOf(token))[0]).toMatchObject({
      actor: { type: "api_key", id: me.key_id, name: expect.any(String) },
      ip: "203.0.113.7",
      user_agent: `curl/8 ${"x".repeat(293)}`,
      request_id: "mine-1",
      server_request_id: expect.stringMatching(/^req_/),
    });
  });

  test("identifies each request, although clients can choose the same Request-Id", async () => {
    const { token } = await api.newWorkspace();
    const create = (headers: Record<string, string>) =>
      api.ask("POST", "/api-keys", { token, headers, body: { name: "k" } });
    const other = await create({});
    const imitated = { "Request-Id": String(other.headers.get("request-id")) };
    await create(imitated);
    await create(imitated);
    const [third, second, first] = await logOf(token);
    expect(first).toMatchObject({ request_id: imitated["Request-Id"], server_request_id: imitated["Request-Id"] });
    expect([second?.request_id, third?.request_id]).toEqual([first?.request_id, first?.request_id]);
    expect(new Set([first, second, third].map((entry) => entry?.server_request_id)).size).toBe(3);
    expect(api.log.join("\n")).toContain(`"server_request_id":"${third?.server_request_id}"`);
  });

  test("contains no secret, and neither does the process's log", async () => {
    const { token, key, invitation, hook } = await busyWorkspace();
    const secrets = [key.secret, invitation.url.split("/").at(-1), hook.secret, token];
    const places = [(await api.ask("GET", "/audit-log", { token })).text, api.log.join("\n")];
    expect(secrets.every((secret) => typeof secret === "string" && secret.length > 30)).toBe(true);
    for (const place of places) {
      for (const secret of [...secrets, "canary"]) expect(place).not.toContain(secret);
    }
  });

  test("has no entry for a dry run or a rejected request", async () => {
    const { token } = await api.newWorkspace();
    for (const [path, body] of [
      ["/destinations", destination],
      ["/webhook-endpoints", { url: endpoint.url }],
      ["/api-keys", { name: "k" }],
      ["/invitations", { email: "ada@example.com", role: "viewer" }],
    ] as const) {
      expect((await api.ask("POST", `${path}?validate_only=true`, { token, body })).status).toBe(200);
      expect((await api.ask("POST", path, { token, body: {} })).status).toBe(422);
    }
    expect(await logOf(token)).toEqual([]);
  });

  test("has one entry for two requests with the same Idempotency-Key", async () => {
    const { token } = await api.newWorkspace();
    const ask: Ask = { token, body: { name: "k" }, headers: { "Idempotency-Key": "one" } };
    await api.ask("POST", "/api-keys", ask);
    await api.ask("POST", "/api-keys", ask);
    expect(await logOf(token)).toHaveLength(1);
  });

  test("cannot be written, changed or deleted through the API", async () => {
    const { token } = await busyWorkspace();
    const [entry] = await logOf(token);
    for (const method of ["POST", "PUT", "PATCH", "DELETE"]) {
      expect((await api.ask(method, "/audit-log", { token })).status).toBe(405);
      expect((await api.ask(method, `/audit-log/${entry?.id}`, { token })).status).toBe(404);
    }
  });
});

describe("reading the audit log", () => {
  test("lists entries newest first in pages, each once", async () => {
    const { token } = await busyWorkspace();
    const all = await logOf(token);
    expect(all.map(({ id }) => id)).toEqual(
      all
        .map(({ id }) => id)
        .sort()
        .reverse(),
    );
    const paged: Entry[] = [];
    for (let cursor: string | null = ""; cursor !== null; ) {
      const page: { data: Entry[]; next_cursor: string | null } = (
        await api.ask("GET", `/audit-log?limit=3${cursor && `&cursor=${cursor}`}`, { token })
      ).json;
      paged.push(...page.data);
      cursor = page.next_cursor;
    }
    expect(paged).toEqual(all);
  });

  test("filters by action, actor and object", async () => {
    const { token, created } = await busyWorkspace();
    const { key_id } = (await api.ask("GET", "/me", { token })).json;
    const actions = async (query: string) => (await logOf(token, query)).map(({ action }) => action);
    expect(await actions("?action=api_key.created")).toEqual(["api_key.created"]);
    expect(await actions(`?object_id=${created.id}&action=destination.updated`)).toEqual(["destination.updated"]);
    expect(await actions(`?actor_id=${key_id}`)).toHaveLength(10);
    expect(await actions(`?actor_id=${newId("usr")}`)).toEqual([]);
  });

  test("filters by time: at or after since, and before until, in any time zone", async () => {
    const { token } = await busyWorkspace();
    const all = await logOf(token);
    const newest = all[0]?.at ?? "";
    const oldest = all.at(-1)?.at ?? "";
    expect(await logOf(token, `?since=${newest}`)).toEqual(all.filter(({ at }) => at === newest));
    expect(await logOf(token, `?until=${newest}`)).toEqual(all.filter(({ at }) => at !== newest));
    expect(await logOf(token, `?until=${oldest}`)).toEqual([]);
    expect(await logOf(token, `?since=${oldest}`)).toEqual(all);
    const shifted = new Date(Date.parse(oldest) + 3_600_000).toISOString().replace("Z", "%2B01:00");
    expect(await logOf(token, `?since=${shifted}`)).toEqual(all);
  });

  test.each(["action=api_key.destroyed", "since=yesterday", "until=2026-13-01T00:00:00Z", "actor_id=%27", "limit=0"])(
    "with %s is rejected",
    async (query) => {
      expect((await api.ask("GET", `/audit-log?${query}`)).json.code).toBe("invalid_parameter");
    },
  );

  test("shows nothing of another workspace, and a cursor is not valid in another workspace", async () => {
    const a = await busyWorkspace();
    const b = await api.newWorkspace();
    expect(await logOf(b.token)).toEqual([]);
    expect(await logOf(b.token, `?object_id=${a.key.id}`)).toEqual([]);
    const page = (await api.ask("GET", "/audit-log?limit=1", { token: a.token })).json;
    const misused = await api.ask("GET", `/audit-log?limit=1&cursor=${page.next_cursor}`, { token: b.token });
    expect(misused.json.code).toBe("invalid_cursor");
  });
});

describe("the download of the audit log", () => {
  /** Entries of people, keys, apps and the service, more than two pages of them. */
  async function longLog() {
    const workspace = await api.newWorkspace();
    const types = ["user", "api_key", "oauth", "client", "system"];
    await api.superuser.query(
      `INSERT INTO audit_entries (workspace_id, id, at, actor, action, object_id, details, user_agent)
       SELECT $1, history.id_at('aud', to_timestamp(1700000000 + n)) || lpad(n::text, 16, '0'), to_timestamp(1700000000 + n),
         jsonb_build_object('type', ($2::text[])[1 + n % 5], 'id', 'actor_' || n), 'channel.updated', 'ch_' || n,
         '{"name":"=1+1, quoted"}', '@SUM(1)' FROM generate_series(1, 450) n`,
      [workspace.id, types],
    );
    return workspace;
  }
  const download = async (token: string, query: string) => api.ask("GET", `/audit-log/export${query}`, { token });

  test("as JSON Lines has every entry as the list has it, in its order", async () => {
    const { token } = await longLog();
    const { text, headers } = await download(token, "");
    expect(headers.get("content-type")).toContain("application/jsonl");
    expect(headers.get("content-disposition")).toContain("audit-log.jsonl");
    const entries = text
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(entries).toHaveLength(451);
    expect(entries.slice(0, 100)).toEqual(await logOf(token, "?limit=100"));
    expect(entries.map(({ id }) => id)).toEqual(
      entries
        .map(({ id }) => id)
        .toSorted()
        .toReversed(),
    );
  });

  test("is itself in the log, with the format and the filters that were used", async () => {
    const { id, token } = await longLog();
    await download(token, "");
    await download(token, "?format=csv&action=channel.updated&actor_id=actor_3&since=2026-01-01T00:00:00Z");
    expect((await download(token, "?actor_type=robot")).status).toBe(400);
    const entries = await logOf(token, "?action=audit_log.exported");
    expect(entries.map(({ object, details }) => [object, details])).toEqual(
      [
        {
          format: "csv",
          filters: { action: "channel.updated", actor_id: "actor_3", since: "2026-01-01T00:00:00Z" },
        },
        { format: "jsonl", filters: {} },
      ].map((details) => [{ type: "audit_log", id, name: id, exists: true }, details]),
    );
    expect(entries[0]?.request_id).toMatch(/./);
  });

  test("as CSV is safe for spreadsheets", async () => {
    const { token } = await longLog();
    const lines = (await download(token, "?format=csv&actor_id=actor_3")).text.split("\r\n");
    expect(lines[0]).toMatch(/^id,at,actor_type,actor_id,.*,request_id,server_request_id$/);
    expect(lines).toHaveLength(3);
    expect(lines[1]).toContain(",client,actor_3,");
    expect(lines[1]).toContain(",'@SUM(1),");
  });

  test("has only the entries that match the filters, also the type of the actor", async () => {
    const { token } = await longLog();
    for (const type of ["user", "api_key", "oauth", "client", "system"]) {
      const { text } = await download(token, `?actor_type=${type}`);
      const found: { action: string; actor: { type: string } }[] = text
        .trimEnd()
        .split("\n")
        .map((line) => JSON.parse(line));
      expect(found.filter(({ action }) => action !== "audit_log.exported")).toHaveLength(90);
      for (const { actor } of found) expect(actor.type).toBe(type);
      const listed = await logOf(token, `?actor_type=${type}&limit=200`);
      expect(listed.filter(({ action }) => action !== "audit_log.exported")).toHaveLength(90);
    }
    const until = new Date((1_700_000_000 + 11) * 1_000).toISOString();
    expect((await download(token, `?until=${until}`)).text.trimEnd().split("\n")).toHaveLength(10);
    expect((await download(token, "?object_id=ch_none")).text).toBe("");
    expect((await download(token, "?actor_type=robot")).json.code).toBe("invalid_parameter");
  });

  test("has nothing of another workspace", async () => {
    await longLog();
    const { token } = await api.newWorkspace();
    const lines = (await download(token, "")).text.trimEnd().split("\n");
    expect(lines.map((line) => JSON.parse(line).action)).toEqual(["audit_log.exported"]);
  });
});

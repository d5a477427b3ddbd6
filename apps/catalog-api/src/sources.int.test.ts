import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { type ApiFixture, openApiFixture } from "./testing/open-api-fixture.js";

let api: ApiFixture;
beforeAll(async () => {
  api = await openApiFixture();
});
afterAll(() => api.close());

const URL_SOURCE = { name: "Shop", url: "https://203.0.113.7/export.csv?key=t0ken" };
const SFTP_SOURCE = {
  name: "ERP",
  type: "sftp",
  host: "203.0.113.8",
  username: "acme",
  path: "/out/products.csv",
  auth: { type: "password", password: "s3cr3t" },
};
// RFC 5737 reserves the addresses above for documentation; the target guard accepts these public ones.
const PUBLIC = { url: "https://93.184.215.14/export.csv", host: "93.184.215.14" };

const make = async (source: object, token = api.workspace.token) =>
  (await api.ask("POST", "/sources", { body: { ...URL_SOURCE, url: PUBLIC.url, ...source }, token })).json;
const sourceRow = async (id: string) =>
  (await api.superuser.query("SELECT * FROM sources WHERE id = $1", [id])).rows[0];

describe("POST /sources", () => {
  test("returns a source by URL with its defaults, and stores its secret encrypted", async () => {
    const auth = { type: "basic", username: "skucast", password: "s3cr3t-of-the-shop" };
    const body = { name: "Shop", url: PUBLIC.url, auth, mapping: { brand: null, "custom_attributes.fit": "Fit" } };
    const answer = await api.ask("POST", "/sources", { body });
    expect(answer.status).toBe(201);
    expect(answer.headers.get("location")).toBe(`/api/public/v1/sources/${answer.json.id}`);
    expect(answer.json).toMatchObject({
      id: expect.stringMatching(/^src_/),
      name: "Shop",
      type: "url",
      url: PUBLIC.url,
      status: "active",
      mode: "upsert",
      missing: "archive",
      max_removal_percent: 20,
      max_change_percent: null,
      guess: true,
      strict: false,
      mapping: body.mapping,
      auth: { type: "basic", username: "skucast" },
      schedule: { time: "02:00", time_zone: "UTC" },
      health: "new",
      last_import: null,
      version: 1,
    });
    expect(answer.text).not.toContain("s3cr3t");
    const row = await sourceRow(answer.json.id);
    expect(JSON.stringify(row)).not.toContain("s3cr3t");
    expect(row.auth_sealed.toString("latin1")).not.toContain("s3cr3t");
    expect((await api.ask("GET", `/sources/${answer.json.id}`)).json).toEqual(answer.json);
    expect((await api.ask("GET", "/sources")).json.data).toContainEqual(answer.json);
  });

  test("accepts an SFTP location, and creates a key pair on request", async () => {
    const body = { ...SFTP_SOURCE, host: PUBLIC.host, auth: { type: "public_key" }, schedule: null };
    const { status, json } = await api.ask("POST", "/sources", { body });
    expect([status, json.port, json.host_keys, json.next_run_at]).toEqual([201, 22, [], null]);
    expect(json.auth).toEqual({
      type: "public_key",
      public_key: expect.stringMatching(/^ssh-ed25519 \S+ skucast-src_/),
    });
  });

  test.each([
    [{ every_minutes: 30 }],
    [{ cron: "15 */2 * * 1-5", time_zone: "Europe/Berlin" }],
    [{ time: "23:15", time_zone: "Asia/Tokyo" }],
  ])("accepts the schedule %j", async (schedule) => {
    const source = await make({ schedule });
    expect(source.schedule).toEqual(schedule);
    expect(Date.parse(source.next_run_at)).toBeGreaterThan(Date.now());
  });

  test.each([
    ["a schedule that never comes", { schedule: { cron: "0 0 30 2 *", time_zone: "UTC" } }, "/schedule/cron"],
    ["a pattern that is none", { schedule: { cron: "61 * * * *", time_zone: "UTC" } }, "/schedule/cron"],
    ["a source without its address", { url: undefined }, "/url"],
    ["a field of the other type", { path: "/x.csv" }, "/path"],
    ["a login of the other type", { auth: { type: "public_key" } }, "/auth/type"],
    ["a header that controls the HTTP request", { auth: { type: "header", name: "Host", value: "x" } }, "/auth/name"],
    ["a header with a line break", { auth: { type: "header", name: "X-Key", value: "a\r\nb: c" } }, "/auth/value"],
    ["an unknown field", { format: "doc" }, "/format"],
    ["a mapping to nothing known", { mapping: { prise: "Preis" } }, "/mapping/prise"],
  ])("rejects %s with a pointer", async (_, source, pointer) => {
    const body = { ...URL_SOURCE, url: PUBLIC.url, ...source };
    const { status, json } = await api.ask("POST", "/sources", { body });
    expect([status, json.code, json.errors?.[0]?.pointer]).toEqual([422, "validation_failed", pointer]);
  });

  test("rejects addresses in private networks", async () => {
    for (const url of ["https://127.0.0.1/x.csv", "https://10.0.0.1/x.csv", "http://93.184.215.14/x.csv"]) {
      const { status, json } = await api.ask("POST", "/sources", { body: { name: "n", url } });
      expect([url, status, json.code]).toEqual([url, 422, "target_not_allowed"]);
    }
    const { json } = await api.ask("POST", "/sources", { body: { ...SFTP_SOURCE, host: "localhost" } });
    expect([json.code, json.errors[0].pointer]).toEqual(["target_not_allowed", "/host"]);
  });

  test("stores nothing with validate_only, and shows no unstored key", async () => {
    const { token } = await api.newWorkspace();
    const body = { ...SFTP_SOURCE, host: PUBLIC.host, auth: { type: "public_key" } };
    const { status, json } = await api.ask("POST", "/sources?validate_only=true", { body, token });
    expect([status, json.auth]).toEqual([200, { type: "public_key" }]);
    expect((await api.ask("GET", "/sources", { token })).json.data).toEqual([]);
  });
});

describe("PATCH /sources/{source_id}", () => {
  const patch = (id: string, body: object, headers = {}) => api.ask("PATCH", `/sources/${id}`, { body, headers });

  test("merges members, removes null ones, and changes nothing when repeated", async () => {
    const source = await make({ mapping: { title: "Name", brand: "Marke" }, decimal: "comma" });
    const first = await patch(source.id, { mapping: { brand: null, gtin: "EAN" }, decimal: null, mode: "replace" });
    expect(first.json).toMatchObject({ mapping: { title: "Name", gtin: "EAN" }, mode: "replace", version: 2 });
    expect(first.json).not.toHaveProperty("decimal");
    expect(first.json.mapping).not.toHaveProperty("brand");
    const again = await patch(source.id, { mapping: { brand: null, gtin: "EAN" }, decimal: null, mode: "replace" });
    expect(again.json).toEqual(first.json);
  });

  test("merges the members of one entry of the mapping, and checks the result", async () => {
    const source = await make({
      mapping: { availability: { column: "Lager", words: { ja: "in_stock" } }, brand: "Marke" },
    });
    const words = { nein: "out_of_stock", ja: null };
    const merged = await patch(source.id, { mapping: { availability: { default: "in_stock", words } } });
    expect(merged.json.mapping).toEqual({
      availability: { column: "Lager", default: "in_stock", words: { nein: "out_of_stock" } },
      brand: "Marke",
    });
    const replaced = await patch(source.id, { mapping: { availability: "Bestand", brand: { value: "Acme" } } });
    expect(replaced.json.mapping).toEqual({ availability: "Bestand", brand: { value: "Acme" } });
    const invalid = await patch(source.id, { mapping: { brand: { column: "Marke" }, availability: { default: "x" } } });
    expect(invalid).toMatchObject({
      status: 422,
      json: {
        errors: [
          { pointer: "/mapping/brand/column", code: "unknown_field" },
          { pointer: "/mapping/availability/column", code: "required" },
        ],
      },
    });
    const first = await make({});
    const stored = await patch(first.id, { mapping: { brand: null, gtin: { column: "EAN", prefix: null } } });
    expect(stored.json.mapping).toEqual({ brand: null, gtin: { column: "EAN" } });
  });

  test("keeps the key of a login by key, and creates one when the login changes to it", async () => {
    const source = await make({ ...SFTP_SOURCE, host: PUBLIC.host, url: undefined, auth: { type: "public_key" } });
    const keyed = { auth: { type: "public_key" } };
    expect((await patch(source.id, keyed)).json).toEqual(source);
    expect((await patch(source.id, { ...keyed, name: "Other" })).json.auth).toEqual(source.auth);
    await patch(source.id, { auth: { type: "password", password: "pw" } });
    const { auth } = (await patch(source.id, keyed)).json;
    expect(auth.public_key).toMatch(/^ssh-ed25519 /);
    expect(auth.public_key).not.toBe(source.auth.public_key);
  });

  test("another form of schedule replaces the former one, and members of the same form are merged", async () => {
    const source = await make({ schedule: { time: "03:00", time_zone: "Europe/Paris" } });
    expect((await patch(source.id, { schedule: { time: "04:00" } })).json.schedule).toEqual({
      time: "04:00",
      time_zone: "Europe/Paris",
    });
    expect((await patch(source.id, { schedule: { cron: "5 4 * * *" } })).json.schedule).toEqual({
      cron: "5 4 * * *",
      time_zone: "Europe/Paris",
    });
    expect((await patch(source.id, { schedule: { every_minutes: 5 } })).json.schedule).toEqual({ every_minutes: 5 });
    const fault = await patch(source.id, { schedule: { time: "04:00" } });
    expect([fault.status, fault.json.errors[0].pointer]).toEqual([422, "/schedule/time_zone"]);
    expect((await patch(source.id, { schedule: null })).json.next_run_at).toBeNull();
  });

  test("a stored secret is never sent to another host unless it is sent again", async () => {
    const source = await make({ auth: { type: "bearer", token: "t0k3n" } });
    const url = "https://93.184.215.15/export.csv";
    const rejected = await patch(source.id, { url });
    expect([rejected.status, rejected.json.errors[0].pointer]).toEqual([422, "/auth"]);
    expect((await patch(source.id, { url: "https://93.184.215.14/other.csv" })).status).toBe(200);
    expect((await patch(source.id, { url, auth: { token: "t0k3n" } })).json).toMatchObject({ url });
  });

  test("the state of the last fetch is reset after a change of the file's location, and kept otherwise", async () => {
    const source = await make({});
    const see = () => api.superuser.query("UPDATE sources SET seen = '{}' WHERE id = $1", [source.id]);
    await see();
    await patch(source.id, { name: "Other name", schedule: null, max_removal_percent: 5 });
    expect((await sourceRow(source.id)).seen).toEqual({});
    await patch(source.id, { encoding: "windows-1252" });
    expect((await sourceRow(source.id)).seen).toBeNull();
    await see();
    await patch(source.id, { url: "https://93.184.215.14/new.csv" });
    expect((await sourceRow(source.id)).seen).toBeNull();
  });

  test("a stale version is rejected", async () => {
    const source = await make({});
    await patch(source.id, { status: "paused" });
    expect((await patch(source.id, { name: "x" }, { "If-Match": '"1"' })).status).toBe(412);
  });
});

describe("runs", () => {
  test("POST /sources/{source_id}/runs answers an import that waits for its file, and the same again", async () => {
    const { token } = await api.newWorkspace();
    const source = await make({ mode: "replace", max_removal_percent: 7 }, token);
    const run = await api.ask("POST", `/sources/${source.id}/runs`, { token });
    expect(run.status).toBe(202);
    expect(run.json).toMatchObject({
      id: expect.stringMatching(/^imp_/),
      status: "queued",
      source_id: source.id,
      trigger: "manual",
      mode: "replace",
      max_removal_percent: 7,
      format: null,
      fetch: null,
      hold: null,
    });
    expect((await api.ask("POST", `/sources/${source.id}/runs`, { token })).json).toEqual(run.json);
    expect((await api.ask("GET", `/sources/${source.id}/runs`, { token })).json.data).toEqual([run.json]);
    expect((await api.ask("GET", `/imports?source_id=${source.id}`, { token })).json.data).toEqual([run.json]);
    const shown = (await api.ask("GET", `/sources/${source.id}`, { token })).json;
    expect(shown.last_import).toEqual({ id: run.json.id, status: "queued" });
  });

  test("a deleted source cancels its import and keeps it", async () => {
    const { token } = await api.newWorkspace();
    const source = await make({}, token);
    const run = (await api.ask("POST", `/sources/${source.id}/runs`, { token })).json;
    expect((await api.ask("DELETE", `/sources/${source.id}`, { token })).status).toBe(204);
    expect((await api.ask("GET", `/sources/${source.id}`, { token })).status).toBe(404);
    expect((await api.ask("GET", `/imports/${run.id}`, { token })).json.status).toBe("cancelled");
    expect((await api.ask("POST", `/sources/${source.id}/runs`, { token })).status).toBe(404);
  });

  test("only a held import can be released or discarded", async () => {
    const source = await make({});
    const run = (await api.ask("POST", `/sources/${source.id}/runs`)).json;
    const body = { reason: "fine" };
    expect((await api.ask("POST", `/imports/${run.id}/release`, { body })).status).toBe(409);
    expect((await api.ask("POST", `/imports/${run.id}/discard`, { body })).status).toBe(409);
    await api.superuser.query("UPDATE imports SET status = 'held', hold = 'too much' WHERE id = $1", [run.id]);
    await api.superuser.query("UPDATE sources SET health = 'held' WHERE id = $1", [source.id]);
    const released = await api.ask("POST", `/imports/${run.id}/release`, { body });
    expect([released.status, released.json.status, released.json.hold]).toEqual([202, "queued", "too much"]);
    expect((await api.ask("GET", `/sources/${source.id}`)).json.health).toBe("ok");
  });

  test("another workspace cannot read or start anything", async () => {
    const source = await make({});
    const { token } = await api.newWorkspace();
    for (const [method, path] of [
      ["GET", ""],
      ["DELETE", ""],
      ["POST", "/runs"],
      ["GET", "/runs"],
    ] as const) {
      expect((await api.ask(method, `/sources/${source.id}${path}`, { token })).status).toBe(404);
    }
  });
});

test("changes are in events and the audit log, without the URL", async () => {
  const { id: workspaceId, token } = await api.newWorkspace();
  const source = await make({ url: `${PUBLIC.url}?key=t0ken` }, token);
  await api.ask("PATCH", `/sources/${source.id}`, { body: { status: "paused" }, token });
  await api.ask("POST", `/sources/${source.id}/runs`, { token });
  await api.ask("DELETE", `/sources/${source.id}`, { token });
  const sql = (table: string) => `SELECT * FROM ${table} WHERE workspace_id = $1 ORDER BY id`;
  const events = (await api.superuser.query(sql("events"), [workspaceId])).rows;
  expect(events.map(({ type }) => type).sort()).toEqual([
    "import.finished",
    "import.queued",
    "source.created",
    "source.deleted",
    "source.updated",
  ]);
  const audit = (await api.superuser.query(sql("audit_entries"), [workspaceId])).rows;
  expect(audit.map(({ action }) => action).sort()).toEqual([
    "source.created",
    "source.deleted",
    "source.run_started",
    "source.updated",
  ]);
  expect(JSON.stringify([events, audit])).not.toContain("t0ken");
});

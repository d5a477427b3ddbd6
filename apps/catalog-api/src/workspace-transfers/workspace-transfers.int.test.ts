import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "@jest/globals";
import { firstIdAt } from "@skucast/contracts/ids";
import { API_BASE_PATH } from "@skucast/contracts/service";
import { IMPORTED_RESOURCES, RECORDED_RESOURCES } from "@skucast/contracts/workspace-transfers/archive";
import { insertPerson } from "@skucast/db/testing/insert-people";
import { insertRow, tenantRows } from "@skucast/db/testing/tenant-rows";
import { listWorkspaceTables } from "@skucast/db/workspaces/erase-workspace";
import { eventually } from "@skucast/testkit/eventually";
import { pack } from "tar-stream";
import { comparable, expectedOf, type Files, filesOf, manifestIn, rowsIn } from "../testing/archive-content.js";
import { fillSettings, MARKET, SECRETS } from "../testing/fill-settings.js";
import { type ApiFixture, type Ask, openApiFixture } from "../testing/open-api-fixture.js";
import { addMember, PUBLIC_URL, signIn, type TestPerson } from "../testing/people.js";

let source: ApiFixture;
let target: ApiFixture;
const folder = mkdtempSync(join(tmpdir(), "skucast-transfers-"));

beforeAll(async () => {
  source = await openApiFixture({ SKUCAST_PUBLIC_URL: PUBLIC_URL, SKUCAST_UPLOADS_DIR: join(folder, "source") });
  target = await openApiFixture({ SKUCAST_PUBLIC_URL: PUBLIC_URL, SKUCAST_UPLOADS_DIR: join(folder, "target") });
});
afterAll(async () => {
  await source.close();
  await target.close();
  rmSync(folder, { recursive: true });
});

interface Owner {
  readonly api: ApiFixture;
  readonly person: TestPerson;
  readonly workspaceId: string;
}

async function newOwner(api: ApiFixture): Promise<Owner> {
  const person = await insertPerson(api.db, "owner");
  return { api, person: await signIn(api.db, person), workspaceId: person.workspaceId };
}

const ask = ({ api, person }: Owner, method: string, path: string, more: Ask = {}) =>
  api.ask(method, path, { ...person.session, ...more, headers: { ...person.session.headers, ...more.headers } });

async function create(owner: Owner, path: string, body: object): Promise<string> {
  const { status, json, text } = await ask(owner, "POST", path, { body });
  if (status >= 300) throw new Error(`${path} answered ${status}: ${text}`);
  return json.id;
}

/** Waits until a transfer has ended. */
async function ended(owner: Owner, path: string) {
  return eventually(async () => {
    const { json } = await ask(owner, "GET", path);
    expect(["succeeded", "failed"]).toContain(json.status);
    return json;
  });
}

async function exported(owner: Owner): Promise<{ id: string; archive: Buffer; counts: Record<string, number> }> {
  const id = await create(owner, "/workspace/exports", {});
  const { status, counts, error, bytes } = await ended(owner, `/workspace/exports/${id}`);
  const failure = owner.api.log.find((line) => line.includes("workspace_transfer.failed") && line.includes(id));
  expect({ status, error, failure }).toEqual({ status: "succeeded", error: null, failure: undefined });
  const archive = await downloaded(owner, id);
  expect(archive.length).toBe(bytes);
  return { id, archive, counts };
}

async function downloaded(owner: Owner, id: string): Promise<Buffer> {
  const response = await fetch(`${owner.api.origin}${API_BASE_PATH}/workspace/exports/${id}/archive`, {
    headers: owner.person.session.headers ?? {},
  });
  expect(response.status).toBe(200);
  return Buffer.from(await response.arrayBuffer());
}

async function archiveOf(files: Iterable<readonly [string, Buffer]>): Promise<Buffer> {
  const tar = pack();
  for (const [name, content] of files) tar.entry({ name }, content);
  tar.finalize();
  const chunks: Buffer[] = [];
  for await (const chunk of tar) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

async function importInto(owner: Owner, archive: Buffer) {
  const { status, json, text } = await send(owner, archive);
  if (status !== 202) throw new Error(`the import answered ${status}: ${text}`);
  return ended(owner, `/workspace/imports/${json.id}`);
}

/** What the server answers to an import of which it has only got the headers. */
function answerBeforeBody(owner: Owner, bytes: number): Promise<string> {
  const { hostname, port } = new URL(owner.api.origin);
  const headers = {
    ...owner.person.session.headers,
    "Content-Type": "application/x-tar",
    "Content-Length": `${bytes}`,
  };
  return new Promise((resolve, reject) => {
    const path = `${API_BASE_PATH}/workspace/imports`;
    const req = request({ hostname, port, method: "POST", path, headers: { ...headers } }, (res) => {
      let text = `${res.statusCode} `;
      res.setEncoding("utf8").on("data", (part: string) => {
        text += part;
      });
      res.on("end", () => {
        req.destroy();
        resolve(text);
      });
    });
    req.on("error", reject).flushHeaders();
  });
}

const send = (owner: Owner, body: Buffer, query = "") =>
  ask(owner, "POST", `/workspace/imports${query}`, { body, headers: { "Content-Type": "application/x-tar" } });

/** A workspace with every kind of object that an import creates. */
async function fill(owner: Owner): Promise<void> {
  const plain = await fillSettings(async (method, path, body) => {
    const { status, json, text } = await ask(owner, method, path, { body });
    if (status >= 300) throw new Error(`${path} answered ${status}: ${text}`);
    return json;
  });
  const items = Array.from({ length: 450 }, (_, i) => ({
    sku: `S-${i}/ü "${i}"`,
    title: `Käse ${i}`,
    price_amount: i + 0.5,
    price_currency: "EUR",
    availability: "in_stock",
    brand: i % 2 === 0 ? "Acme" : "Other",
    ...(i % 10 === 0 && { channel_overrides: { [plain]: { title: `Only here ${i}` } } }),
    ...(i === 7 && {
      translations: { de: { title: "Seven" } },
      custom_attributes: { color: "blue" },
      status: "draft",
    }),
  }));
  const { json } = await ask(owner, "POST", "/products/batch", { body: { items } });
  expect(json.summary).toMatchObject({ created: 450 });
  await ask(owner, "DELETE", `/products/${encodeURIComponent(items[3]?.sku ?? "")}`);
}

describe("a workspace that is exported and imported into another deployment", () => {
  let from: Owner;
  let to: Owner;
  let first: Files;
  let second: Files;
  let exportId: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests read JSON of any shape
  let result: any;

  beforeAll(async () => {
    from = await newOwner(source);
    to = await newOwner(target);
    await fill(from);
    await source.superuser.query("UPDATE sessions SET second_factor_at = now() WHERE current_workspace_id = $1", [
      from.workspaceId,
    ]);
    await source.superuser.query("UPDATE workspaces SET requires_second_factor = true WHERE id = $1", [
      from.workspaceId,
    ]);
    const { id, archive } = await exported(from);
    exportId = id;
    first = await filesOf(archive);
    result = await importInto(to, archive);
    second = await filesOf((await exported(to)).archive);
  });

  test("has equal content, resource by resource", () => {
    expect(result).toMatchObject({ status: "succeeded", error: null });
    const oldIds = new Map(Object.entries(result.ids as Record<string, string>).map(([old, now]) => [now, old]));
    for (const resource of IMPORTED_RESOURCES) {
      const before = rowsIn(first, resource).map((row) => comparable(expectedOf(resource, row), new Map()));
      const after = rowsIn(second, resource).map((row) =>
        comparable(resource === "domains" ? { domain: row.domain } : row, oldIds),
      );
      expect(before.length).toBeGreaterThan(0);
      expect([resource, after]).toEqual([resource, before]);
    }
    expect(rowsIn(second, "products")).toHaveLength(449);
    expect(result.counts.products).toEqual({ created: 449, failed: 0 });
  });

  test("keeps every version of a profile, and the channels that pin one", () => {
    expect(rowsIn(second, "channel_profiles").map(({ id }) => id)).toEqual(["custom_shop@1", "custom_shop@2"]);
    const pinned = rowsIn(second, "channels").find(({ name }) => name === "Pinned");
    expect(pinned).toMatchObject({ profile: "custom_shop@1", status: "paused" });
  });

  test("says what a person has to complete", () => {
    const problems = result.problems as { resource: string; message: string }[];
    const messages = (resource: string) => problems.filter((p) => p.resource === resource).map((p) => p.message);
    expect(messages("workspace")[0]).toContain("requires a second factor");
    expect(messages("destinations")).toHaveLength(6);
    expect(messages("destinations").join(" ")).toMatch(/new key pair.*Enter its login again.*headers/s);
    expect(messages("sources")).toHaveLength(2);
    expect(messages("webhook_endpoints")[0]).toContain("Set headers, plain_signature again");
  });

  test("contains no secret in clear or sealed, and its manifest names what is left out", () => {
    const text = [...first.values()]
      .map((content, i) => (i === 0 ? content : gunzipSync(content)).toString())
      .join("\n");
    for (const secret of SECRETS) expect(text.includes(secret)).toBe(false);
    expect(text).not.toMatch(/sealed|secret_hash|token_hash|password_hash|PRIVATE KEY/);
    expect(manifestIn(first).left_out.map(({ what }) => what)).toEqual(
      expect.arrayContaining(["secrets", "single sign-on"]),
    );
  });

  test("is not sent again to a client that knows its state", async () => {
    const ended = [
      [from, `/workspace/exports/${exportId}`],
      [to, `/workspace/imports/${result.id}`],
    ] as const;
    for (const [owner, path] of ended) {
      const etag = (await ask(owner, "GET", path)).headers.get("etag") ?? "";
      const known = await ask(owner, "GET", path, { headers: { "If-None-Match": etag } });
      expect([known.status, known.text]).toEqual([304, ""]);
    }
  });

  test("is downloaded in ranges, which are the same bytes, and not continued with another archive", async () => {
    const whole = await downloaded(from, exportId);
    const get = (headers: Record<string, string>) =>
      fetch(`${from.api.origin}${API_BASE_PATH}/workspace/exports/${exportId}/archive`, {
        headers: { ...from.person.session.headers, ...headers },
      });
    const etag = (await get({ Range: "bytes=0-0" })).headers.get("etag") ?? "";
    const bounds = [0, 1, 511, 512, 700, 1_024, Math.floor(whole.length / 2), whole.length - 1_025, whole.length];
    const parts: Buffer[] = [];
    for (const [i, start] of bounds.slice(0, -1).entries()) {
      const end = (bounds[i + 1] ?? 0) - 1;
      const part = await get({ Range: `bytes=${start}-${end}`, "If-Range": etag });
      expect([part.status, part.headers.get("content-range")]).toEqual([206, `bytes ${start}-${end}/${whole.length}`]);
      parts.push(Buffer.from(await part.arrayBuffer()));
    }
    expect(Buffer.concat(parts).equals(whole)).toBe(true);
    const last = await get({ Range: "bytes=-10" });
    expect(Buffer.from(await last.arrayBuffer()).equals(whole.subarray(-10))).toBe(true);
    const other = await get({ Range: "bytes=5-", "If-Range": '"other"' });
    expect([other.status, Buffer.from(await other.arrayBuffer()).equals(whole)]).toEqual([200, true]);
    const after = await get({ Range: `bytes=${whole.length}-` });
    expect([after.status, after.headers.get("content-range")]).toEqual([416, `bytes */${whole.length}`]);
    expect(await after.json()).toMatchObject({ code: "range_not_satisfiable" });
  });

  test("is one entry of the audit log for each download, also in ranges at once", async () => {
    const path = `/workspace/exports/${exportId}/archive`;
    const get = (by: TestPerson, headers: Record<string, string>) =>
      fetch(`${from.api.origin}${API_BASE_PATH}${path}`, { headers: { ...by.session.headers, ...headers } }).then(
        async (answer) => [answer.status, (await answer.arrayBuffer()).byteLength > 0] as const,
      );
    const entries = async (): Promise<{ readonly actor: { readonly id: string } }[]> =>
      (await ask(from, "GET", "/audit-log?action=workspace.export_downloaded&limit=200")).json.data;
    const forget = () =>
      source.superuser.query(
        "UPDATE audit_entries SET at = at - interval '61 minutes' WHERE action LIKE '%downloaded'",
      );
    const split = (by: TestPerson) =>
      Promise.all([0, 512, 1_024].map((start) => get(by, { Range: `bytes=${start}-${start + 511}` })));
    await forget();
    const before = (await entries()).length;
    expect(await split(from.person)).toEqual([206, 206, 206].map((status) => [status, true]));
    await split(from.person);
    expect(await entries()).toHaveLength(before + 1);
    // Another owner, another address, a later hour, and a whole archive are other downloads.
    const other = await addMember(from.api.db, { workspaceId: from.workspaceId, role: "owner" });
    await source.superuser.query("UPDATE sessions SET second_factor_at = now() WHERE user_id = $1", [other.userId]);
    expect(await split(other)).toEqual([206, 206, 206].map((status) => [status, true]));
    expect(new Set((await entries()).slice(0, 2).map(({ actor }) => actor.id)).size).toBe(2);
    await source.superuser.query("UPDATE audit_entries SET ip = '203.0.113.9' WHERE action LIKE '%downloaded'");
    await split(from.person);
    await forget();
    await split(from.person);
    await get(from.person, {});
    expect(await entries()).toHaveLength(before + 5);
    expect(await get(from.person, { Range: "bytes=99999999999-" })).toEqual([416, true]);
    expect(await entries()).toHaveLength(before + 5);
  });

  test("is recorded in the audit logs of both", async () => {
    const actions = async (owner: Owner) =>
      (await ask(owner, "GET", "/audit-log?limit=200")).json.data.map(({ action }: { action: string }) => action);
    expect(await actions(from)).toEqual(
      expect.arrayContaining(["workspace.export_started", "workspace.export_downloaded"]),
    );
    expect(await actions(to)).toEqual(expect.arrayContaining(["workspace.import_started"]));
  });

  test("leaves no uploaded archive", async () => {
    const { rows } = await target.superuser.query("SELECT upload FROM workspace_transfers WHERE upload IS NOT NULL");
    expect(rows).toEqual([]);
  });
});

const DERIVED = "is calculated from products and channels";
const TRANSIENT = "is work in progress of this deployment";
/** Each table with a workspace: the resource that exports it, or why it is left out. */
const TABLES: Readonly<Record<string, string | { readonly leftOut: string }>> = {
  memberships: "members",
  invitations: "invitations",
  api_keys: "api_keys",
  oauth_grants: "connected_apps",
  pull_credentials: "pull_credentials",
  channel_profiles: "channel_profiles",
  lookup_tables: "lookup_tables",
  lookup_rows: { leftOut: "is in the lines of lookup_tables" },
  channels: "channels",
  destinations: "destinations",
  sources: "sources",
  feeds: "feeds",
  webhook_endpoints: "webhook_endpoints",
  workspace_domains: "domains",
  single_sign_on: { leftOut: "is bound to this deployment, its secret and a proof of its domains" },
  single_sign_on_domains: { leftOut: "is bound to this deployment, like single_sign_on" },
  single_sign_on_identities: { leftOut: "names accounts of this deployment" },
  single_sign_on_attempts: { leftOut: TRANSIENT },
  products: "products",
  imports: "imports",
  import_errors: "import_errors",
  import_rows: "import_rows",
  runs: "runs",
  run_issues: "run_issues",
  events: "events",
  deliveries: "deliveries",
  delivery_attempts: "delivery_attempts",
  webhook_recoveries: "webhook_recoveries",
  incidents: { leftOut: "say which mails were sent about problems in this deployment" },
  notification_settings: { leftOut: "are each member's own choice of mails from this deployment" },
  product_exports: { leftOut: "are files that expire, made in this deployment" },
  channel_days: { leftOut: "are counts of what this deployment published" },
  saved_views: { leftOut: "are each member's own views of lists in this deployment" },
  notices: { leftOut: "are mails to people about events, which are exported" },
  audit_entries: "audit_entries",
  account_mails: { leftOut: "holds sealed mails that contain one-time links" },
  destination_slots: { leftOut: TRANSIENT },
  idempotency_keys: { leftOut: TRANSIENT },
  inbox: { leftOut: TRANSIENT },
  outbox: { leftOut: TRANSIENT },
  waiting_events: { leftOut: TRANSIENT },
  sent_events: { leftOut: TRANSIENT },
  workspace_transfers: { leftOut: TRANSIENT },
  workspace_export_parts: { leftOut: TRANSIENT },
  product_purges: { leftOut: TRANSIENT },
  listing_walks: { leftOut: TRANSIENT },
  listing_work: { leftOut: TRANSIENT },
  search_progress: { leftOut: TRANSIENT },
  listing_progress: { leftOut: TRANSIENT },
  sent_products: { leftOut: "is what partners have from this deployment" },
  import_outcomes: { leftOut: "is calculated from an import's file and rows, and kept for some days" },
  listings: { leftOut: DERIVED },
  product_search: { leftOut: DERIVED },
  product_words: { leftOut: DERIVED },
  public_search: { leftOut: DERIVED },
  public_vocabulary: { leftOut: DERIVED },
  search_brands: { leftOut: DERIVED },
  search_terms: { leftOut: DERIVED },
  search_vocabulary: { leftOut: DERIVED },
  workspace_usage: { leftOut: DERIVED },
};

test("every table with a workspace is exported, or is left out for a reason", async () => {
  expect(Object.keys(TABLES).sort()).toEqual((await listWorkspaceTables(source.db)).sort());
  const owner = await newOwner(source);
  const rows = { ...tenantRows(owner.workspaceId) };
  const options = { guess: true, strict: false, mode: "upsert", missing: "archive" };
  const limits = { max_removal_percent: 20, max_change_percent: null };
  rows.channels = { ...rows.channels, market: JSON.stringify(MARKET) };
  rows.sources = { ...rows.sources, options: JSON.stringify({ ...options, ...limits }) };
  const id = `usr_${owner.workspaceId}`;
  await insertRow(source.superuser, "users", { id, email: owner.workspaceId, password_hash: "x" });
  const channelId = firstIdAt("ch", 0);
  const withIds = (row: object) =>
    Object.fromEntries(Object.entries(row).map(([name, value]) => [name, value === "ch_1" ? channelId : value]));
  for (const [table, row] of Object.entries(rows)) {
    if (!table.startsWith("workspace_export") && table !== "workspace_transfers")
      await insertRow(source.superuser, table, withIds(row));
  }
  await source.superuser.query(
    `INSERT INTO products (workspace_id, sku, id, version, status, availability, content_hash, doc, created_at, updated_at, deleted_at)
     VALUES ($1, 'GONE', 'prod_2', 1, 'active', 'in_stock', '', '{}', now(), now(), now())`,
    [owner.workspaceId],
  );
  const { counts } = await exported(owner);
  const exportedTables = Object.values(TABLES).filter((value) => typeof value === "string");
  for (const resource of exportedTables) expect([resource, (counts[resource] ?? 0) > 0]).toEqual([resource, true]);
  expect(counts).toMatchObject({ deleted_products: 1 });
  expect([...exportedTables, "workspace", "deleted_products"].sort()).toEqual(
    [...IMPORTED_RESOURCES, ...RECORDED_RESOURCES].sort(),
  );
});

describe("an archive", () => {
  let files: Files;
  beforeAll(async () => {
    const owner = await newOwner(source);
    await create(owner, "/channels", { name: "C", market: MARKET });
    const product = { title: "T", price_amount: 1, price_currency: "EUR", availability: "in_stock" };
    await create(owner, "/products", { sku: "A", ...product });
    files = await filesOf((await exported(owner)).archive);
  });

  const lines = (rows: readonly unknown[]) => gzipSync(rows.map((row) => `${JSON.stringify(row)}\n`).join(""));

  /** The archive with another content of one file, which the manifest describes correctly. */
  function withContent(name: RegExp, content: Buffer, rows: number): Map<string, Buffer> {
    const changed: Files = new Map(files);
    const manifest = manifestIn(files);
    const entries = manifest.entries.map((entry) => {
      if (!name.test(entry.name)) return entry;
      changed.set(entry.name, content);
      return { ...entry, rows, bytes: content.length, sha256: createHash("sha256").update(content).digest("hex") };
    });
    changed.set("manifest.json", Buffer.from(JSON.stringify({ ...manifest, entries })));
    return changed;
  }

  const faulty: readonly [string, RegExp, () => Promise<Buffer> | Buffer][] = [
    ["is not a tar file", /not a complete tar archive/, () => Buffer.from("sku\n1\n".repeat(500))],
    ["is cut off", /complete|ends before/, async () => (await archiveOf(files)).subarray(0, 2_000)],
    ["lacks its last files", /ends before/, () => archiveOf([...files].slice(0, 3))],
    ["has no manifest", /begins with manifest.json/, () => archiveOf([...files].slice(1))],
    ["has a file that is not listed", /does not list/, () => archiveOf([...files, ["more.jsonl.gz", Buffer.alloc(9)]])],
    [
      "has another file than listed",
      /does not continue with/,
      () =>
        archiveOf(
          [...files].map(([name, content], i) => [i === 2 ? "products/999999.jsonl.gz" : name, content] as const),
        ),
    ],
    ["has a manifest that is no JSON", /is not JSON/, () => archiveOf([["manifest.json", Buffer.from("{")]])],
    [
      "has a manifest of a later format",
      /manifest.json is not valid/,
      () => archiveOf([["manifest.json", Buffer.from(JSON.stringify({ ...manifestIn(files), format: 99 }))]]),
    ],
    [
      "has a name that leaves the folder",
      /manifest.json is not valid/,
      () =>
        archiveOf([
          ["manifest.json", Buffer.from(JSON.stringify(manifestIn(files)).replaceAll("products/", "../../products/"))],
        ]),
    ],
    [
      "has resources in another order",
      /order/,
      () => {
        const manifest = manifestIn(files);
        const entries = manifest.entries.toReversed();
        const all: Files = new Map([["manifest.json", Buffer.from(JSON.stringify({ ...manifest, entries }))]]);
        for (const { name } of entries) all.set(name, files.get(name) ?? Buffer.alloc(0));
        return archiveOf(all);
      },
    ],
    [
      "has a damaged file",
      /SHA-256/,
      () => {
        const changed: Files = new Map(files);
        const [name = "", content = Buffer.alloc(0)] = [...files].find(([path]) => path.startsWith("events/")) ?? [];
        changed.set(name, Buffer.from(content.map((byte, i) => (i === content.length - 20 ? byte ^ 1 : byte))));
        return archiveOf(changed);
      },
    ],
    [
      "has a line that is no JSON",
      /Line 1 of products.* is not JSON/,
      () => archiveOf(withContent(/^products/, gzipSync("{\n"), 1)),
    ],
    [
      "has a line that is no object",
      /is not a JSON object/,
      () => archiveOf(withContent(/^products/, gzipSync("[1]\n"), 1)),
    ],
    ["has an incomplete last line", /not complete/, () => archiveOf(withContent(/^products/, gzipSync("{}"), 1))],
    [
      "has fewer lines than listed",
      /has 1 lines and not 2/,
      () => archiveOf(withContent(/^products/, lines([{ sku: "A" }]), 2)),
    ],
    [
      "has a file that is no gzip",
      /not a complete gzip/,
      () => archiveOf(withContent(/^products/, Buffer.from("no gzip at all"), 1)),
    ],
    [
      "has an endless line",
      /line of more than/,
      () => archiveOf(withContent(/^products/, gzipSync(Buffer.alloc(30_000_000, 65)), 1)),
    ],
    [
      "has an invalid product",
      /Line 1 of products.* is not valid/,
      () => archiveOf(withContent(/^products/, lines([{ sku: "A", price_amount: "no" }]), 1)),
    ],
    [
      "has an invalid channel",
      /Line 1 of channels.* is not valid/,
      () => archiveOf(withContent(/^channels/, lines([{ id: "ch_1", name: 5 }]), 1)),
    ],
  ];

  test.each(faulty)("that %s fails with the reason, and nothing is created", async (_, reason, build) => {
    const owner = await newOwner(target);
    const found = await importInto(owner, await build());
    expect([found.status, found.error]).toEqual(["failed", expect.stringMatching(reason)]);
    expect(found.counts).toEqual({});
    for (const path of ["/products", "/channels"]) expect((await ask(owner, "GET", path)).json.data).toEqual([]);
    expect((await ask(owner, "GET", "/workspace")).json.version).toBe(1);
  });

  test("with settings that this deployment rejects creates the rest, and says which ones are missing", async () => {
    const owner = await newOwner(target);
    const inside = { id: "whe_x", url: "http://127.0.0.1:9/", event_types: ["*"], status: "active" };
    const manifest = manifestIn(files);
    const content = lines([inside]);
    const name = "webhook_endpoints/000900.jsonl.gz";
    const at = manifest.entries.findIndex(({ resource }) => resource === "products");
    const sha256 = createHash("sha256").update(content).digest("hex");
    const entries = manifest.entries.toSpliced(at, 0, {
      name,
      resource: "webhook_endpoints",
      rows: 1,
      bytes: content.length,
      sha256,
    });
    const all: Files = new Map([["manifest.json", Buffer.from(JSON.stringify({ ...manifest, entries }))]]);
    for (const entry of entries) all.set(entry.name, files.get(entry.name) ?? content);
    const found = await importInto(owner, await archiveOf(all));
    expect(found).toMatchObject({
      status: "succeeded",
      counts: { webhook_endpoints: { created: 0, failed: 1 }, products: { created: 1 } },
    });
    expect(found.problems).toEqual([
      { resource: "webhook_endpoints", id: "whe_x", message: expect.stringMatching(/url/) },
    ]);
  });

  test("is imported into an empty workspace only, which is refused before the upload", async () => {
    const owner = await newOwner(target);
    await create(owner, "/channels", { name: "C", market: MARKET });
    const archive = await archiveOf(files);
    const { status, json } = await send(owner, archive);
    expect([status, json.code, json.detail]).toEqual([409, "conflict", expect.stringContaining("has channels")]);
    const unsent = await answerBeforeBody(owner, archive.length);
    expect(unsent).toContain("409");
    expect(unsent).toContain("has channels");
  });

  test("is the answer of a retry with the same key, although the workspace is no longer empty", async () => {
    const owner = await newOwner(target);
    const archive = await archiveOf(files);
    const options = { body: archive, headers: { "Content-Type": "application/x-tar", "Idempotency-Key": "k1" } };
    const first = await ask(owner, "POST", "/workspace/imports", options);
    await ended(owner, `/workspace/imports/${first.json.id}`);
    const again = await ask(owner, "POST", "/workspace/imports", options);
    expect([again.status, again.json.id]).toEqual([first.status, first.json.id]);
  });

  test("can be tried without creating anything", async () => {
    const owner = await newOwner(target);
    expect((await send(owner, await archiveOf(files), "?validate_only=true")).status).toBe(200);
    expect((await ask(owner, "GET", "/workspace/imports")).json.data).toEqual([]);
  });
});

describe("exports", () => {
  let owner: Owner;
  beforeEach(async () => {
    owner = await newOwner(source);
  });

  test("are for signed-in owners after a recent sign-in", async () => {
    const { id } = await exported(owner);
    const { workspaceId } = owner;
    const admin = await addMember(source.db, { workspaceId, role: "admin" });
    for (const asking of [admin.session, admin.app, owner.person.app]) {
      for (const [method, path] of [
        ["POST", "/workspace/exports"],
        ["GET", `/workspace/exports/${id}/archive`],
      ] as const) {
        expect((await source.ask(method, path, asking)).json.code).toBe("forbidden");
      }
    }
    await source.superuser.query(
      "UPDATE sessions SET authenticated_at = now() - interval '2 hours' WHERE user_id = $1",
      [owner.person.userId],
    );
    await eventually(async () => {
      const { json } = await ask(owner, "GET", `/workspace/exports/${id}/archive`);
      return json.code === "reauthentication_required";
    });
    expect((await ask(owner, "POST", "/workspace/exports")).json.code).toBe("reauthentication_required");
  });

  test("are not visible to another workspace", async () => {
    const { id } = await exported(owner);
    const other = await newOwner(source);
    for (const path of [`/workspace/exports/${id}`, `/workspace/exports/${id}/archive`]) {
      expect((await ask(other, "GET", path)).status).toBe(404);
    }
    expect((await ask(other, "GET", "/workspace/exports")).json.data).toEqual([]);
  });

  test("are allowed while the workspace is going to be deleted", async () => {
    const { json } = await ask(owner, "GET", "/workspace");
    await ask(owner, "POST", "/workspace/deletion", { body: { name: json.name } });
    await exported(owner);
  });

  test("start one after the other", async () => {
    await source.superuser.query(
      `INSERT INTO workspace_transfers (workspace_id, id, kind, status, requested_by, lease_until, created_at, updated_at)
       VALUES ($1, 'exp_busy', 'export', 'running', 'x', now() + interval '1 hour', now(), now())`,
      [owner.workspaceId],
    );
    expect((await ask(owner, "POST", "/workspace/exports")).json.code).toBe("conflict");
  });
});

// Files on the disk that the tests compare are read back here, so that the import is what the API received.
test("an export contains the stored files of runs, byte by byte", async () => {
  const owner = await newOwner(source);
  const runId = `run_${"0".repeat(26)}`;
  const content = Buffer.from("sku\nA\n".repeat(1_000));
  const dir = join(source.filesDir, owner.workspaceId, runId);
  const { mkdirSync } = await import("node:fs");
  mkdirSync(dir, { recursive: true });
  writeFileSync(join(dir, "products.csv"), content);
  const channel = await create(owner, "/channels", { name: "C", market: MARKET });
  const feed = await create(owner, "/feeds", { name: "F", channel_id: channel });
  const file = {
    name: "products.csv",
    bytes: content.length,
    sha256: createHash("sha256").update(content).digest("hex"),
  };
  await source.superuser.query(
    `INSERT INTO runs (workspace_id, id, feed_id, status, trigger, files, created_at, updated_at)
     VALUES ($1, $2, $3, 'succeeded', 'manual', $4, now(), now())`,
    [owner.workspaceId, runId, feed, JSON.stringify([file, { ...file, name: "gone.csv" }])],
  );
  const files = await filesOf((await exported(owner)).archive);
  expect(files.get(`files/${runId}/products.csv`)).toEqual(readFileSync(join(dir, "products.csv")));
  expect([...files.keys()].filter((name) => name.startsWith("files/"))).toHaveLength(1);
});

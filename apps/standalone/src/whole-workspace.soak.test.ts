import { createHash } from "node:crypto";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { type Browser, openBrowser } from "@skucast/auth-server/testing/browser";
import { signUpLinkInOutbox, signUpWithForms } from "@skucast/auth-server/testing/sign-up-with-forms";
import { comparable, expectedOf, filesOf, rowsIn } from "@skucast/catalog-api/testing/archive-content";
import { fillSettings } from "@skucast/catalog-api/testing/fill-settings";
import { API_BASE_PATH } from "@skucast/contracts/service";
import { IMPORTED_RESOURCES } from "@skucast/contracts/workspace-transfers/archive";
import { createTestDatabase, type TestDatabase } from "@skucast/testkit/create-test-database";
import { eventually } from "@skucast/testkit/eventually";
import { queryDatabase } from "@skucast/testkit/query-database";
import { columnsWith } from "./testing/columns-with.js";
import { createDeployment, type Deployment } from "./testing/run-deployment.js";

/*
 * The life of a workspace of 100,000 products in started deployments: created through the API, exported, imported into
 * another deployment, compared, and deleted, with all workers of a deployment running.
 */

const PRODUCTS = 100_000;
const BATCH = 1_000;
const PAGE = 200;
const PASSWORD = "a long enough passphrase";
/** A word of every product, found nowhere else. */
const MARKER = "marker7c1e";
/** Each of these steps takes minutes on a machine with other work. */
const PATIENCE = { timeoutMs: 540_000 };

interface Site {
  readonly database: TestDatabase;
  readonly deployment: Deployment;
}

// biome-ignore lint/suspicious/noExplicitAny: tests read JSON of any shape
type Json = any;

interface Owner {
  readonly browser: Browser;
  readonly email: string;
  readonly workspaceId: string;
  call(method: string, path: string, body?: object | Buffer): Promise<Json>;
  download(path: string): Promise<Buffer>;
}

let from: Site;
let to: Site;
let owner: Owner;
let heir: Owner;
let archive: Buffer;
let ids: ReadonlyMap<string, string>;

async function openSite(): Promise<Site> {
  const database = await createTestDatabase();
  const deployment = await createDeployment({
    DATABASE_URL: database.ownerUrl,
    SKUCAST_REQUESTS_PER_MINUTE: "1000000",
    SKUCAST_LOG_LEVEL: "warn",
  });
  await deployment.start();
  return { database, deployment };
}

beforeAll(async () => {
  from = await openSite();
  to = await openSite();
  owner = await signUp(from, "owner@example.com", { workspace: "Whole" });
  heir = await signUp(to, "heir@example.com", { workspace: "Copy" });
});
afterAll(async () => {
  for (const { deployment, database } of [from, to]) {
    await deployment.remove();
    await database.drop();
  }
});

/** Signs up with the forms and the link in the outbox, and returns the API with the session of that browser. */
async function signUp(
  { deployment }: Site,
  email: string,
  more: { readonly workspace: string } | { readonly invitation: string },
): Promise<Owner> {
  const browser = openBrowser(deployment.baseUrl);
  const linkOf = () => signUpLinkInOutbox(async (path) => (await browser.get(path)).text, email);
  const { status, text } = await signUpWithForms(browser, { email, password: PASSWORD, linkOf, ...more });
  if (status !== 303) throw new Error(`signing up answered ${status}: ${text}`);
  const request = (method: string, url: string, body?: object | Buffer) =>
    fetch(deployment.baseUrl + API_BASE_PATH + url, {
      method,
      headers: {
        Cookie: [...browser.cookies].map(([name, value]) => `${name}=${value}`).join("; "),
        Origin: deployment.baseUrl,
        "Content-Type": body instanceof Buffer ? "application/x-tar" : "application/json",
      },
      ...(body !== undefined && { body: body instanceof Buffer ? new Uint8Array(body) : JSON.stringify(body) }),
    });
  const call: Owner["call"] = async (method, url, body) => {
    const response = await request(method, url, body);
    const answer = await response.text();
    if (!response.ok) throw new Error(`${method} ${url} answered ${response.status}: ${answer}`);
    return answer === "" ? {} : JSON.parse(answer);
  };
  const workspaceId: string = (await call("GET", "/me")).workspace.id;
  const download: Owner["download"] = async (url) => Buffer.from(await (await request("GET", url)).arrayBuffer());
  return { browser, email, workspaceId, call, download };
}

const skuOf = (n: number): string => `S-${String(n).padStart(6, "0")}/ü`;

const productOf = (n: number, channelId: string) => ({
  sku: skuOf(n),
  title: `Käse ${MARKER} ${n}`,
  description: `Käse ${n}: "${MARKER}" mit Wörtern ${n % 997} und ${n % 89}.`,
  price_amount: (n + 1) / 100,
  price_currency: "EUR",
  availability: n % 3 === 0 ? "out_of_stock" : "in_stock",
  brand: n % 2 === 0 ? "Acme" : `Brand ${n % 100}`,
  url: `https://acme.example/p/${n}`,
  image_url: `https://acme.example/i/${n}.jpg`,
  ...(n % 10 === 0 && { channel_overrides: { [channelId]: { title: `Only here ${n}` } } }),
  ...(n % 7 === 0 && { translations: { en: { title: `Cheese ${MARKER} ${n}` } } }),
  ...(n % 11 === 0 && { custom_attributes: { shelf: `${MARKER}-${n % 13}` } }),
});

/** Waits until a transfer has ended, and returns it. */
const ended = (who: Owner, path: string): Promise<Json> =>
  eventually(async () => {
    const transfer = await who.call("GET", path);
    if (transfer.status === "failed") return transfer;
    return transfer.status === "succeeded" && transfer;
  }, PATIENCE);

/** The SHA-256 of every product by its SKU, without what each deployment gives it. */
async function hashesOf(who: Owner, oldIds: ReadonlyMap<string, string>): Promise<Map<string, string>> {
  const hashes = new Map<string, string>();
  let cursor = "";
  do {
    const { data, next_cursor } = await who.call("GET", `/products?limit=${PAGE}${cursor}`);
    for (const product of data) {
      const content = JSON.stringify(sorted(comparable(product, oldIds)));
      hashes.set(product.sku, createHash("sha256").update(content).digest("base64"));
    }
    cursor = next_cursor === null ? "" : `&cursor=${encodeURIComponent(next_cursor)}`;
  } while (cursor !== "");
  return hashes;
}

/** The same value with its members in one order. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, item]) => [name, sorted(item)]),
  );
}

async function exported(who: Owner): Promise<Buffer> {
  const { id } = await who.call("POST", "/workspace/exports", {});
  const { status, error } = await ended(who, `/workspace/exports/${id}`);
  expect([status, error]).toEqual(["succeeded", null]);
  return who.download(`/workspace/exports/${id}/archive`);
}

test("a workspace with every kind of object and 100,000 products is written through the API", async () => {
  const channelId = await fillSettings((method, path, body) => owner.call(method, path, body));
  // Their hosts do not exist. Paused endpoints keep a delivery for each event.
  for (const { id } of (await owner.call("GET", "/webhook-endpoints")).data)
    await owner.call("PATCH", `/webhook-endpoints/${id}`, { status: "paused" });
  await owner.call("POST", "/api-keys", { name: "Till", scopes: ["products:read"] });
  const { url } = await owner.call("POST", "/invitations", { email: "bo@example.com", role: "editor" });
  const token = new URL(url).pathname.split("/").at(-1) ?? "";
  const bo = await signUp(from, "bo@example.com", { invitation: token });
  expect(bo.workspaceId).toBe(owner.workspaceId);
  await owner.call("POST", "/invitations", { email: "cy@example.com", role: "viewer" });
  for (let start = 0; start < PRODUCTS; start += BATCH) {
    const items = Array.from({ length: BATCH }, (_, i) => productOf(start + i, channelId));
    const { summary } = await owner.call("POST", "/products/batch", { items });
    expect(summary.created).toBe(BATCH);
  }
  const feeds = (await owner.call("GET", "/feeds")).data as readonly { id: string; name: string }[];
  const feed = feeds.find(({ name }) => name === "Nightly")?.id ?? "";
  await owner.call("POST", `/feeds/${feed}/pull-credentials`, { type: "https_pull", name: "Partner" });
  const run = await owner.call("POST", `/feeds/${feed}/runs`, {});
  await eventually(async () => {
    const { data } = await owner.call("GET", `/feeds/${feed}/runs`);
    return data.some(({ id, files }: { id: string; files: unknown[] }) => id === run.id && files.length > 0);
  }, PATIENCE);
});

test("its archive is imported into a fresh deployment with equal content", async () => {
  archive = await exported(owner);
  const { id } = await heir.call("POST", "/workspace/imports", archive);
  const result = await ended(heir, `/workspace/imports/${id}`);
  expect(result).toMatchObject({ status: "succeeded", error: null });
  expect(result.counts.products).toEqual({ created: PRODUCTS, failed: 0 });
  ids = new Map(Object.entries(result.ids as Record<string, string>).map(([old, now]) => [now, old]));
});

test("every product and every other object is the same in both deployments", async () => {
  const before = await hashesOf(owner, new Map());
  expect(before.size).toBe(PRODUCTS);
  const after = await hashesOf(heir, ids);
  const different = [...before].filter(([sku, hash]) => after.get(sku) !== hash).map(([sku]) => sku);
  expect([after.size, different]).toEqual([PRODUCTS, []]);
  for (const n of [0, 7, 110, PRODUCTS - 1]) {
    const { channel_overrides: _, ...sent } = productOf(n, "");
    expect(await heir.call("GET", `/products/${encodeURIComponent(sent.sku)}`)).toMatchObject(sent);
  }
  const first = await filesOf(archive);
  const second = await filesOf(await exported(heir));
  for (const resource of IMPORTED_RESOURCES.filter((each) => each !== "products")) {
    const sent = rowsIn(first, resource).map((row) => comparable(expectedOf(resource, row), new Map()));
    const found = rowsIn(second, resource).map((row) =>
      comparable(resource === "domains" ? { domain: row.domain } : row, ids),
    );
    expect([resource, sent.length > 0]).toEqual([resource, true]);
    expect([resource, found]).toEqual([resource, sent]);
  }
});

test("after its time has come, its deletion leaves no row, no word, no file and no message", async () => {
  const { superuserUrl } = from.database;
  const { workspaceId } = owner;
  expect((await columnsWith(superuserUrl, workspaceId)).length).toBeGreaterThan(30);
  expect(filesNaming(from, workspaceId)).not.toEqual([]);
  const { name } = await owner.call("GET", "/workspace");
  await owner.call("POST", "/workspace/deletion", { name });
  await queryDatabase(superuserUrl, `UPDATE workspaces SET deletes_at = now() WHERE id = '${workspaceId}'`);
  await eventually(async () => {
    const rows = await queryDatabase(superuserUrl, `SELECT FROM workspaces WHERE id = '${workspaceId}'`);
    return rows.length === 0;
  }, PATIENCE);
  // The journal of revocations names credentials for a day, so that every process has read it.
  await queryDatabase(superuserUrl, `DELETE FROM revocations WHERE subject LIKE '${workspaceId}:%'`);
  for (const needle of [workspaceId, MARKER]) {
    expect([needle, await columnsWith(superuserUrl, needle)]).toEqual([needle, []]);
  }
  expect(filesNaming(from, workspaceId)).toEqual([]);
  expect((await from.deployment.api().call("GET", "/channels")).data).not.toEqual([]);
});

/** Files and folders of a deployment whose path contains a text. */
const filesNaming = ({ deployment }: Site, text: string): string[] =>
  readdirSync(deployment.dataDir, { recursive: true, encoding: "utf8" })
    .map((path) => join("/", path))
    .filter((path) => path.includes(text));

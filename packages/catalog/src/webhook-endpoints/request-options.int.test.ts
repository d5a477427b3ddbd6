import { generateKeyPairSync } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "@jest/globals";
import type { Principal } from "@skucast/contracts/principal";
import {
  webhookEndpointCreateSchema,
  webhookEndpointPatchSchema,
} from "@skucast/contracts/webhook-endpoints/webhook-endpoint";
import { openSecret } from "@skucast/credentials/seal";
import { type SealedOfEndpoint, webhookKeyPlace } from "@skucast/credentials/webhook-key-place";
import { createCertificate } from "@skucast/testkit/create-certificate";
import { type CatalogFixture, openCatalogFixture, rejectionOf } from "../testing/open-catalog-fixture.js";
import { createWebhookEndpoint } from "./create-webhook-endpoint.js";
import { getWebhookEndpoint } from "./get-webhook-endpoint.js";
import { updateWebhookEndpoint } from "./update-webhook-endpoint.js";

let fixture: CatalogFixture;
let principal: Principal;
beforeAll(async () => {
  fixture = await openCatalogFixture();
});
afterAll(() => fixture.close());
beforeEach(async () => {
  principal = await fixture.newPrincipal();
});

const call = <Input>(input: Input) => ({ ctx: fixture.ctx, principal, input });
const create = (change: object = {}) =>
  createWebhookEndpoint(
    call({ endpoint: webhookEndpointCreateSchema.parse({ url: "https://hooks.example/x", ...change }) }),
  );
const update = (id: string, patch: object) =>
  updateWebhookEndpoint(call({ id, patch: webhookEndpointPatchSchema.parse(patch) }));

const { cert, key } = createCertificate(["skucast"]);
const certificate = { certificate: cert, private_key: key };
const plain = { header: "X-Signature", encoding: "base64", prefix: "sha256=", secret: "a-key-of-the-receiver" };
const headers = [
  { name: "Authorization", value: "Bearer t0ken" },
  { name: "x-shop", value: "acme" },
];
const SECRETS = /t0ken|acme|a-key-of-the-receiver|PRIVATE KEY/;

/** The options as the dispatcher decrypts them; null for those that are not stored. */
async function opened(id: string, column: string, kind: SealedOfEndpoint): Promise<string | null> {
  const { rows } = await fixture.db.system.query("SELECT * FROM webhook_endpoints WHERE id = $1", [id]);
  const sealed: Buffer | null = rows[0][column];
  const place = webhookKeyPlace(kind, { workspaceId: principal.workspaceId, endpointId: id });
  return sealed && openSecret({ keys: new Map(), privateKeys: fixture.privateKeys }, sealed, place);
}

describe("an endpoint's request options", () => {
  test("are sealed for the dispatcher; secrets are never returned", async () => {
    const created = await create({ headers, plain_signature: plain, client_certificate: certificate });
    const { secret: _, ...shown } = created;
    expect(shown).toMatchObject({
      headers: [{ name: "authorization" }, { name: "x-shop" }],
      plain_signature: { header: "x-signature", encoding: "base64", prefix: "sha256=" },
      client_certificate: {
        subject: "CN=test",
        issuer: "CN=test",
        fingerprint_sha256: expect.stringMatching(/^([0-9A-F]{2}:){31}[0-9A-F]{2}$/),
        valid_from: "2020-01-01T00:00:00.000Z",
        expires_at: "2049-12-31T23:59:59.000Z",
      },
    });
    expect(JSON.stringify(shown)).not.toMatch(SECRETS);
    expect(await getWebhookEndpoint(call({ id: created.id }))).toEqual(shown);
    expect(await opened(created.id, "headers_sealed", "headers")).toBe(
      '[["authorization","Bearer t0ken"],["x-shop","acme"]]',
    );
    expect(await opened(created.id, "plain_secret_sealed", "plain_secret")).toBe(plain.secret);
    expect(await opened(created.id, "client_key_sealed", "client_key")).toBe(key);
    const { rows } = await fixture.db.system.query("SELECT * FROM webhook_endpoints WHERE id = $1", [created.id]);
    expect(JSON.stringify(rows)).not.toMatch(SECRETS);
    expect(JSON.stringify(await fixture.auditOf(principal))).not.toMatch(SECRETS);
  });

  test("are empty by default", async () => {
    expect(await create()).toMatchObject({ headers: [], plain_signature: null, client_certificate: null });
  });

  test("stay through other changes, are replaced completely, and are removed with null or an empty list", async () => {
    const { id } = await create({ headers, plain_signature: plain, client_certificate: certificate });
    await update(id, { description: "Warehouse" });
    expect(await opened(id, "client_key_sealed", "client_key")).toBe(key);
    const replaced = await update(id, { headers: [{ name: "x-shop", value: "other" }] });
    expect(replaced).toMatchObject({ headers: [{ name: "x-shop" }], version: 3 });
    expect(await opened(id, "headers_sealed", "headers")).toBe('[["x-shop","other"]]');
    const bare = await update(id, { headers: [], plain_signature: null, client_certificate: null });
    expect(bare).toMatchObject({ headers: [], plain_signature: null, client_certificate: null, version: 4 });
    for (const column of ["headers_sealed", "plain_secret_sealed", "client_key_sealed"]) {
      expect(await opened(id, column, "headers")).toBeNull();
    }
    expect(await update(id, { headers: [], plain_signature: null, client_certificate: null })).toEqual(bare);
  });

  test("with headers, which are write-only, are never sent to another server than they were given for", async () => {
    const { id } = await create({ headers });
    expect(await update(id, { url: "https://hooks.example/y?z=1" })).toMatchObject({ headers: [{}, {}] });
    for (const url of ["https://other.example/x", "https://hooks.example:8443/x"]) {
      expect(await rejectionOf(update(id, { url }))).toMatchObject({
        code: "validation_failed",
        pointers: ["/headers"],
      });
    }
    expect(await update(id, { url: "https://other.example/x", headers: [headers[1]] })).toMatchObject({
      url: "https://other.example/x",
      headers: [{ name: "x-shop" }],
    });
    expect(await update(id, { url: "https://third.example/x", headers: [] })).toMatchObject({ headers: [] });
    expect(await update(id, { url: "https://fourth.example/x" })).toMatchObject({ headers: [] });
  });

  test("given again count as a change, since sealed values cannot be compared, and the audit log shows it", async () => {
    const { id } = await create({ headers });
    expect(await update(id, { headers })).toMatchObject({ version: 2 });
    const updates = (await fixture.auditOf(principal)).filter(({ action }) => action === "webhook_endpoint.updated");
    expect(updates).toMatchObject([{ details: { changed: ["headers"] } }]);
  });

  test("must be compatible: no header name twice, and no certificate without https", async () => {
    const both = await rejectionOf(create({ headers: [{ name: "x-signature", value: "v" }], plain_signature: plain }));
    expect(both).toMatchObject({ code: "validation_failed", pointers: ["/plain_signature/header"] });
    const { id } = await create({ headers: [{ name: "x-signature", value: "v" }] });
    expect((await rejectionOf(update(id, { plain_signature: plain }))).pointers).toEqual(["/plain_signature/header"]);
    const withoutHttps = await rejectionOf(create({ url: "http://127.0.0.1/", client_certificate: certificate }));
    expect(withoutHttps).toMatchObject({ code: "validation_failed", pointers: ["/client_certificate"] });
  });
});

describe("a client certificate", () => {
  const pem = (options: object) => String(Object(options).export({ type: "pkcs8", format: "pem" }));
  const weak = pem(generateKeyPairSync("rsa", { modulusLength: 1024 }).privateKey);
  const locked = generateKeyPairSync("ec", {
    namedCurve: "P-256",
    publicKeyEncoding: { type: "spki", format: "pem" },
    privateKeyEncoding: { type: "pkcs8", format: "pem", cipher: "aes-256-cbc", passphrase: "p" },
  }).privateKey;

  test.each([
    ["text that is not a certificate", "certificate", { certificate: "none", private_key: key }],
    ["a certificate that is not valid yet", "certificate", made({ from: "480101000000Z" })],
    ["an expired certificate", "certificate", made({ until: "251231235959Z" })],
    ["six certificates", "certificate", { certificate: cert.repeat(6), private_key: key }],
    ["a broken one", "certificate", { certificate: cert.replace(/[A-Z]{2}/, "=="), private_key: key }],
    ["another certificate's key", "private_key", { certificate: cert, private_key: createCertificate(["b"]).key }],
    ["a key that is none", "private_key", { certificate: cert, private_key: "none" }],
    ["a weak key", "private_key", { certificate: cert, private_key: weak }],
    ["a curve that TLS finds too short", "certificate", made({ namedCurve: "secp128r1" })],
    ["a key behind a passphrase", "private_key", { certificate: cert, private_key: locked }],
  ])("is rejected: %s", async (_, part, client_certificate) => {
    const refusal = await rejectionOf(create({ client_certificate }));
    expect(refusal).toMatchObject({ code: "validation_failed", pointers: [`/client_certificate/${part}`] });
  });

  test("is stored without its key, even if both were pasted together", async () => {
    const { id } = await create({ client_certificate: { certificate: `${key}${cert}`, private_key: key } });
    const { rows } = await fixture.db.system.query("SELECT client_certificate FROM webhook_endpoints WHERE id = $1", [
      id,
    ]);
    expect(rows).toEqual([{ client_certificate: cert }]);
  });
});

/** A self-signed certificate and its key, as in a request. */
function made(options: Parameters<typeof createCertificate>[1]) {
  const { cert: certificate, key: private_key } = createCertificate(["skucast"], options);
  return { certificate, private_key };
}

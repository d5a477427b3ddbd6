import { generateKeyPairSync } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "@jest/globals";
import type { Principal } from "@skucast/contracts/principal";
import {
  webhookEndpointCreateSchema,
  webhookEndpointPatchSchema,
} from "@skucast/contracts/webhook-endpoints/webhook-endpoint";
import { openSecret } from "@skucast/credentials/seal";
import { type SealedOfEndpoint, webhookKeyPlace } from "@skucast/credentials/webhook-key-place";
import { makeCertificate } from "@skucast/testkit/make-certificate";
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

const { cert, key } = makeCertificate(["skucast"]);
const certificate = { certificate: cert, private_key: key };
const plain = { header: "X-Signature", encoding: "base64", prefix: "sha256=", secret: "a-key-of-the-receiver" };
const headers = [
  { name: "Authorization", value: "Bearer t0ken" },
  { name: "x-shop", value: "acme" },
];
const SECRETS = /t0ken|acme|a-key-of-the-receiver|PRIVATE KEY/;

/** What the dispatcher would open; null where nothing is stored. */
async function opened(id: string, column: string, kind: SealedOfEndpoint): Promise<string | null> {
  const { rows } = await fixture.db.system.query("SELECT * FROM webhook_endpoints WHERE id = $1", [id]);
  const sealed: Buffer | null = rows[0][column];
  const place = webhookKeyPlace(kind, { workspaceId: principal.workspaceId, endpointId: id });
  return sealed && openSecret({ keys: new Map(), privateKeys: fixture.privateKeys }, sealed, place);
}

describe("what an endpoint's requests carry", () => {
  test("is sealed for the dispatcher; nothing secret of it is answered, then or later", async () => {
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

  test("is none unless told", async () => {
    expect(await create()).toMatchObject({ headers: [], plain_signature: null, client_certificate: null });
  });

  test("stays through other changes, is replaced whole, and ends with null or an empty list", async () => {
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

  test("given again counts as a change, since nobody can compare it, and the audit log names it", async () => {
    const { id } = await create({ headers });
    expect(await update(id, { headers })).toMatchObject({ version: 2 });
    const updates = (await fixture.auditOf(principal)).filter(({ action }) => action === "webhook_endpoint.updated");
    expect(updates).toMatchObject([{ details: { changed: ["headers"] } }]);
  });

  test("must go together: no name for two things, and no certificate where nobody asks for one", async () => {
    const both = await rejectionOf(create({ headers: [{ name: "x-signature", value: "v" }], plain_signature: plain }));
    expect(both).toMatchObject({ code: "validation_failed", pointers: ["/plain_signature/header"] });
    const { id } = await create({ headers: [{ name: "x-signature", value: "v" }] });
    expect((await rejectionOf(update(id, { plain_signature: plain }))).pointers).toEqual(["/plain_signature/header"]);
    const unasked = await rejectionOf(create({ url: "http://127.0.0.1/", client_certificate: certificate }));
    expect(unasked).toMatchObject({ code: "validation_failed", pointers: ["/client_certificate"] });
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
    ["text that is none", "certificate", { certificate: "none", private_key: key }],
    ["one that is not valid yet", "certificate", made({ from: "480101000000Z" })],
    ["one that is over", "certificate", made({ until: "251231235959Z" })],
    ["six of them", "certificate", { certificate: cert.repeat(6), private_key: key }],
    ["a broken one", "certificate", { certificate: cert.replace(/[A-Z]{2}/, "=="), private_key: key }],
    ["another one's key", "private_key", { certificate: cert, private_key: makeCertificate(["b"]).key }],
    ["a key that is none", "private_key", { certificate: cert, private_key: "none" }],
    ["a weak key", "private_key", { certificate: cert, private_key: weak }],
    ["a curve that TLS finds too short", "certificate", made({ namedCurve: "secp128r1" })],
    ["a key behind a passphrase", "private_key", { certificate: cert, private_key: locked }],
  ])("is refused: %s", async (_, part, client_certificate) => {
    const refusal = await rejectionOf(create({ client_certificate }));
    expect(refusal).toMatchObject({ code: "validation_failed", pointers: [`/client_certificate/${part}`] });
  });

  test("is stored alone, even when its key was pasted beside it", async () => {
    const { id } = await create({ client_certificate: { certificate: `${key}${cert}`, private_key: key } });
    const { rows } = await fixture.db.system.query("SELECT client_certificate FROM webhook_endpoints WHERE id = $1", [
      id,
    ]);
    expect(rows).toEqual([{ client_certificate: cert }]);
  });
});

/** A certificate and its key, both of one's own making, as a request gives them. */
function made(options: Parameters<typeof makeCertificate>[1]) {
  const { cert: certificate, key: private_key } = makeCertificate(["skucast"], options);
  return { certificate, private_key };
}

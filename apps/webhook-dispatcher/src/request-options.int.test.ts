import { createHmac, hash, X509Certificate } from "node:crypto";
import { once } from "node:events";
import { createServer, type Server } from "node:https";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { getCACertificates, type SecureVersion, setDefaultCACertificates, type TLSSocket } from "node:tls";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { newId } from "@skucast/contracts/ids";
import { type EventRow, renderEnvelope } from "@skucast/events/envelope";
import { createCertificate } from "@skucast/testkit/create-certificate";
import { eventually } from "@skucast/testkit/eventually";
import { startWebhookSink, type WebhookSink } from "@skucast/testkit/start-webhook-sink";
import { Webhook } from "standardwebhooks";
import { type DispatcherFixture, openDispatcherFixture } from "./testing/open-dispatcher-fixture.js";

let fixture: DispatcherFixture;
let sink: WebhookSink;
const receivers: Awaited<ReturnType<typeof startMutualTls>>[] = [];
/** The certificate of the receivers over TLS; this process trusts it. */
const ownTls = createCertificate(["localhost"]);

beforeAll(async () => {
  setDefaultCACertificates([...getCACertificates(), ownTls.cert]);
  [fixture, sink] = await Promise.all([openDispatcherFixture({ allow: "127.0.0.1,::1" }), startWebhookSink()]);
  await fixture.startApp();
});
afterAll(async () => {
  await fixture.close();
  await Promise.all([sink, ...receivers].map((server) => server.close()));
});

test("deliveries contain an endpoint's custom headers and its signature over the body", async () => {
  const workspaceId = await fixture.createWorkspace();
  const plain = { header: "x-hub-signature-256", encoding: "hex", prefix: "sha256=", secret: "a-key-of-the-receiver" };
  const { secret } = await fixture.createEndpoint({
    workspaceId,
    url: `${sink.url}/own`,
    headers: [
      ["authorization", "Bearer t0ken"],
      ["x-shop", "acme"],
    ],
    plainSignature: { ...plain, encoding: "hex" },
  });
  await fixture.emit(workspaceId);
  const { headers, body } = await sink.waitFor(({ path }) => path === "/own");
  expect(headers).toMatchObject({ authorization: "Bearer t0ken", "x-shop": "acme" });
  expect(headers["x-hub-signature-256"]).toBe(
    `sha256=${createHmac("sha256", plain.secret).update(body).digest("hex")}`,
  );
  new Webhook(secret).verify(body, headers as Record<string, string>);
});

test("the value of a custom header is redacted in the stored response", async () => {
  const workspaceId = await fixture.createWorkspace();
  await fixture.createEndpoint({
    workspaceId,
    url: `${sink.url}/echo`,
    headers: [["authorization", "Bearer s3cr3t-t0ken"]],
  });
  sink.answerOnce({ body: "you said Bearer s3cr3t-t0ken" });
  await fixture.emit(workspaceId);
  const attempt = await eventually(
    async () => (await fixture.query("SELECT * FROM delivery_attempts WHERE workspace_id = $1", [workspaceId]))[0],
  );
  expect(attempt).toMatchObject({ response_body: "you said [hidden]" });
});

test("custom headers cannot replace the service's own", async () => {
  const workspaceId = await fixture.createWorkspace();
  const { secret } = await fixture.createEndpoint({
    workspaceId,
    url: `${sink.url}/forged`,
    headers: [["webhook-signature", "v1,forged"]],
  });
  await fixture.emit(workspaceId);
  const { headers, body } = await sink.waitFor(({ path }) => path === "/forged");
  new Webhook(secret).verify(body, headers as Record<string, string>);
});

test("changed options apply from the next delivery on", async () => {
  const workspaceId = await fixture.createWorkspace();
  const { id } = await fixture.createEndpoint({ workspaceId, url: `${sink.url}/changed`, headers: [["x-a", "1"]] });
  await fixture.emit(workspaceId);
  await sink.waitFor(({ path, headers }) => path === "/changed" && headers["x-a"] === "1");
  await fixture.query("UPDATE webhook_endpoints SET headers_sealed = NULL, version = version + 1 WHERE id = $1", [id]);
  const later = await fixture.emit(workspaceId);
  const { headers } = await sink.waitFor((request) => request.headers["webhook-id"] === later);
  expect(headers).not.toHaveProperty("x-a");
});

test("without headers that can be decrypted nothing is sent, and the attempt reports an error of the service", async () => {
  const workspaceId = await fixture.createWorkspace();
  const { id } = await fixture.createEndpoint({ workspaceId, url: `${sink.url}/closed`, headers: [["x-a", "1"]] });
  await fixture.query("UPDATE webhook_endpoints SET headers_sealed = secret_sealed WHERE id = $1", [id]);
  await fixture.emit(workspaceId);
  const attempt = await eventually(
    async () => (await fixture.query("SELECT * FROM delivery_attempts WHERE workspace_id = $1", [workspaceId]))[0],
  );
  expect(attempt).toMatchObject({ status_code: null, error: expect.stringContaining("error of the service") });
  expect(sink.received.filter(({ path }) => path === "/closed")).toEqual([]);
});

test.each(["TLSv1.2", "TLSv1.3"] as const)(
  "over %s a receiver gets the endpoint's client certificate; the attempt reports a missing or wrong one",
  async (version) => {
    const own = createCertificate(["own"]);
    const other = createCertificate(["other"]);
    const receiver = await startMutualTls(own.cert, version);
    receivers.push(receiver);
    const workspaceId = await fixture.createWorkspace();
    const url = `https://localhost:${receiver.port}`;
    await fixture.createEndpoint({ workspaceId, url: `${url}/none` });
    await fixture.createEndpoint({ workspaceId, url: `${url}/other`, clientCertificate: other });
    await fixture.createEndpoint({ workspaceId, url: `${url}/own`, clientCertificate: own });
    // About 400 kB: many TLS records, and more than a socket takes at once.
    const text = Array.from({ length: 20_000 }, (_, i) => `${i} Größe 漢字 😀`).join("\n");
    const eventId = await fixture.emitOf(workspaceId, "product.updated", { id: newId("prod"), text });
    const attempts = await eventually(async () => {
      const rows = await fixture.query<{ url: string; outcome: string; error: string | null }>(
        `SELECT e.url, a.outcome, a.error FROM delivery_attempts a
       JOIN deliveries d ON d.id = a.delivery_id JOIN webhook_endpoints e ON e.id = d.endpoint_id
       WHERE a.workspace_id = $1 AND a.number = 1`,
        [workspaceId],
      );
      return rows.length === 3 ? new Map(rows.map((row) => [new URL(row.url).pathname, row])) : undefined;
    });
    expect(attempts.get("/own")).toMatchObject({ outcome: "delivered", error: null });
    // A Node.js receiver closes the connection without a reason, so the message names the possible cause.
    expect(attempts.get("/none")).toMatchObject({
      outcome: "unreachable",
      error: expect.stringContaining("require a client certificate: the endpoint has none"),
    });
    expect(attempts.get("/other")).toMatchObject({
      outcome: "unreachable",
      error: expect.stringContaining("do not accept a client certificate: check the endpoint's certificate"),
    });
    expect(new Set(receiver.paths)).toEqual(new Set(["/own"]));
    const [event] = await fixture.query<EventRow>("SELECT * FROM events WHERE id = $1", [eventId]);
    const hashes = new Set(receiver.bodies.map((body) => hash("sha256", body)));
    expect(hashes).toEqual(new Set([hash("sha256", renderEnvelope(event as EventRow))]));
    expect(receiver.fingerprints).toEqual(new Set([new X509Certificate(own.cert).fingerprint256]));
  },
);

/** Starts a TLS receiver that accepts only clients with the certificate. */
async function startMutualTls(clientCert: string, maxVersion: SecureVersion) {
  const paths: (string | undefined)[] = [];
  const fingerprints = new Set<string>();
  const bodies: Buffer[] = [];
  const https: Server = createServer(
    { ...ownTls, maxVersion, ca: [clientCert], requestCert: true },
    async (request, response) => {
      paths.push(request.url);
      fingerprints.add((request.socket as TLSSocket).getPeerCertificate().fingerprint256);
      bodies.push(await buffer(request));
      response.end();
    },
  );
  https.on("tlsClientError", () => {}); // the rejections that the test is about
  https.listen(0, "localhost");
  await once(https, "listening");
  return {
    port: (https.address() as AddressInfo).port,
    paths,
    fingerprints,
    bodies,
    close: async () => {
      https.close();
      https.closeAllConnections();
      await once(https, "close");
    },
  };
}

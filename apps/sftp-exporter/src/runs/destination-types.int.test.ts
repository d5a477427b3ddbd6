import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { type HttpsPartner, startHttpsPartner } from "@skucast/partners/testing/start-https-partner";
import { eventually } from "@skucast/testkit/eventually";
import { type FtpsServer, startFtpsServer } from "@skucast/testkit/partner-servers/start-proftpd";
import { type ObjectStore, startObjectStore } from "@skucast/testkit/start-object-store";
import { httpsDestination } from "../testing/https-destination.js";
import {
  type ExporterFixture,
  type NewDestination,
  openExporterFixture,
  product,
} from "../testing/open-exporter-fixture.js";

let fixture: ExporterFixture;
let https: HttpsPartner;
let ftps: FtpsServer;
let store: ObjectStore;
beforeAll(async () => {
  [fixture, https, ftps, store] = await Promise.all([
    openExporterFixture(),
    startHttpsPartner(),
    startFtpsServer(),
    startObjectStore(),
  ]);
  await fixture.addProducts([product("TEE"), product("CAP")]);
  await fixture.startApp();
});
afterAll(() => Promise.all([fixture.close(), https.stop(), ftps.stop(), store.stop()]));

const runOf = async (feedId: string) => {
  const runId = await fixture.queueRun(feedId, "full");
  return eventually(async () => {
    const run = await fixture.run(runId);
    return run.finished_at !== null && run;
  });
};

const httpsWith = (options: Record<string, unknown> = {}): NewDestination => {
  const auth = { type: "bearer", token: "secret-token" } as const;
  return httpsDestination(https, { urlPath: "/feeds/{file_name}", auth, options });
};
const bucket = (): NewDestination => ({
  type: "s3",
  port: 443,
  strategy: "direct",
  auth: { type: "access_key", access_key_id: "key", secret_access_key: "secret" },
  options: { endpoint: store.endpoint, region: "us-east-1", bucket: store.bucket, prefix: "feeds", path_style: true },
});
const ftpServer = (): NewDestination => ({
  type: "ftps",
  host: "localhost",
  port: ftps.port,
  username: ftps.username,
  auth: { type: "password", password: String(ftps.password) },
  options: { ca_certificate: ftps.ca },
});

describe("a run", () => {
  test("delivers the same file to a bucket, a URL and an FTPS server, and verifies it there", async () => {
    const destinations = [
      await fixture.addDestination(undefined, bucket()),
      await fixture.addDestination(undefined, httpsWith()),
      await fixture.addDestination(undefined, ftpServer()),
    ];
    const run = await runOf(await fixture.addFeed({ destinations }));
    const delivered = { status: "delivered", error: null, verification: "content", attempts: 1, remark: null };
    expect(run).toMatchObject({ status: "succeeded", deliveries: [delivered, delivered, delivered] });
    const sent = https.files.get("/feeds/products.csv");
    expect(sent?.toString()).toContain("TEE");
    expect(run.deliveries[1]).toMatchObject({
      server_message: `stored ${sent?.length} bytes`,
      bytes_sent: sent?.length,
    });
    expect(readFileSync(join(ftps.folder, "products.csv")).equals(sent as Buffer)).toBe(true);
    const stored = await fetch(`${store.endpoint}/${store.bucket}/feeds/products.csv`);
    expect(Buffer.from(await stored.arrayBuffer()).equals(sent as Buffer)).toBe(true);
  });

  test("removes files that the feed does not have any more", async () => {
    const destinations = [await fixture.addDestination(undefined, ftpServer())];
    const feedId = await fixture.addFeed({ destinations, file_name: "former.csv" });
    await runOf(feedId);
    await fixture.query("UPDATE feeds SET file_name = 'new.csv' WHERE id = $1", [feedId]);
    await runOf(feedId);
    expect(readdirSync(ftps.folder).filter((name) => /former|new/.test(name))).toEqual(["new.csv"]);
  });

  test("tries again what is safe to repeat, and reports the server's own words without the secret", async () => {
    const destinations = [await fixture.addDestination(undefined, httpsWith())];
    const feedId = await fixture.addFeed({ destinations });
    const answer = (status: number, text: string) =>
      https.answerNext((req, res) => void req.resume().on("end", () => res.writeHead(status).end(text)));
    answer(500, "internal");
    expect(await runOf(feedId)).toMatchObject({
      status: "succeeded",
      deliveries: [{ status: "delivered", attempts: 2 }],
    });
    answer(403, "the token secret-token may not write here");
    expect(await runOf(feedId)).toMatchObject({
      status: "failed",
      deliveries: [
        {
          status: "failed",
          attempts: 1,
          error: expect.stringMatching(/^permission_denied: .*status 403/),
          server_message: "the token [hidden] may not write here",
        },
      ],
    });
  });

  test("does not send a form again whose answer was lost", async () => {
    const destinations = [await fixture.addDestination(undefined, httpsWith({ method: "POST" }))];
    https.answerNext((req, res) => void req.resume().on("end", () => res.destroy()));
    expect(await runOf(await fixture.addFeed({ destinations }))).toMatchObject({
      status: "failed",
      deliveries: [{ status: "failed", attempts: 1, error: expect.stringMatching(/^unanswered: /) }],
    });
  });
});

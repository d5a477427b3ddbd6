import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, watch } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "@jest/globals";
import { newSshKeyPair } from "@skucast/credentials/ssh-key";
import { type OpenAnswer, startFakePartner } from "@skucast/sftp/testing/start-fake-partner";
import { parseAllowList } from "@skucast/targets/allow-list";
import { createTargetGuard } from "@skucast/targets/target-guard";
import { eventually } from "@skucast/testkit/eventually";
import { type SshServer, startSshServer } from "@skucast/testkit/start-ssh-server";
import { startTcpProxy, type TcpProxy } from "@skucast/testkit/tcp-proxy";
import { type ExporterFixture, openExporterFixture, product } from "../testing/open-exporter-fixture.js";

const PRODUCT_COUNT = 6_000;

let fixture: ExporterFixture;
let server: SshServer;
let proxy: TcpProxy;
let folder: string;
let folderCount = 0;

beforeAll(async () => {
  [fixture, server] = await Promise.all([
    openExporterFixture({ stallTimeoutMs: 8_000, leaseMs: 6_000 }),
    startSshServer(),
  ]);
  proxy = await startTcpProxy(server);
  const description = "A description that is long enough to make the file large. ".repeat(60);
  for (let from = 0; from < PRODUCT_COUNT; from += 2_000) {
    await fixture.addProducts(Array.from({ length: 2_000 }, (_, i) => product(`SKU-${from + i}`, { description })));
  }
  await fixture.startApp();
});
afterAll(async () => {
  await proxy.close();
  await fixture.close();
  await server.stop();
});
beforeEach(() => {
  folderCount += 1;
  folder = join(server.root, `partner${folderCount}`);
  mkdirSync(folder);
});

async function queue(destination: string): Promise<string> {
  return fixture.queueRun(await fixture.addFeed({ destinations: [destination] }));
}
const finished = (runId: string) =>
  eventually(async () => {
    const run = await fixture.run(runId);
    return run.finished_at !== null && run;
  });
const runTo = async (destination: string) => finished(await queue(destination));
const logged = (event: string, runId: string) =>
  eventually(() => fixture.lines.some((line) => line.event === event && line.run_id === runId));

/** Resolves as soon as a file appears in the folder. */
const somethingArrives = () =>
  new Promise<void>((resolve) => {
    const watcher = watch(folder, () => {
      watcher.close();
      resolve();
    });
  });

describe("a connection that breaks in the middle of the file", () => {
  const bytesThere = () =>
    readdirSync(folder)
      .map((name) => statSync(join(folder, name)).size)
      .reduce((sum, size) => sum + size, 0);

  test.each([
    [
      "by a reset",
      () => {
        proxy.reset();
        proxy.thaw();
      },
    ],
    ["by silence", () => {}],
  ])(
    "%s leaves no incomplete file under the final name, and the next attempt delivers all of it",
    async (_title, cut) => {
      const arrives = somethingArrives();
      const runId = await queue(await fixture.addDestination(server, { path: folder, port: proxy.port }));
      await arrives;
      proxy.freeze();
      const bytes = await eventually(async () => (await fixture.run(runId)).files[0]?.bytes);
      expect(existsSync(join(folder, "products.csv"))).toBe(false);
      expect(bytesThere()).toBeLessThan(bytes);
      cut();
      await logged("delivery.attempt_failed", runId);
      proxy.thaw();
      const run = await finished(runId);
      expect(run).toMatchObject({ status: "succeeded", deliveries: [{ attempts: 2 }] });
      expect(readdirSync(folder)).toEqual(["products.csv"]);
      const kept = join(fixture.filesDir, fixture.workspaceId, runId, "products.csv");
      expect(readFileSync(join(folder, "products.csv")).equals(readFileSync(kept))).toBe(true);
    },
  );
});

describe("failures that are not retried", () => {
  test("a destination whose app was disconnected gets no login and no file", async () => {
    const partner = await startFakePartner();
    const { port } = partner;
    const destinationId = await fixture.addDestination(undefined, { port });
    const bind = "UPDATE destinations SET bound_to = 'grt_of_a_disconnected_app' WHERE id = $1";
    await fixture.changeProducts(bind, [destinationId]);
    const run = await runTo(destinationId);
    expect(run.deliveries).toMatchObject([{ status: "failed", attempts: 1 }]);
    expect(run.deliveries[0]?.error).toMatch(/^refused_target: .*was disconnected/);
    expect(partner.logins).toEqual([]);
  });

  test("a host whose key has changed gets no login and no file", async () => {
    const partner = await startFakePartner();
    const { port } = partner;
    const run = await runTo(await fixture.addDestination(undefined, { port, hostKeys: [server.hostKeySha256] }));
    expect(run.deliveries).toMatchObject([{ status: "failed", attempts: 1 }]);
    expect(run.deliveries[0]?.error).toMatch(/^host_key_changed: .*nothing was sent \(it presents SHA256:/);
    expect(partner.logins).toEqual([]);
    expect(run).toMatchObject({ status: "failed", files: [{ rows: PRODUCT_COUNT }] });
    const types = (await fixture.events(run.id)).map(({ type }) => type);
    expect(types).toEqual(["feed.delivery_failed", "feed.run.failed"]);
    await partner.stop();
  });

  test("a host without a confirmed key gets nothing", async () => {
    const partner = await startFakePartner();
    const run = await runTo(await fixture.addDestination(undefined, { port: partner.port, hostKeys: [] }));
    expect(run.deliveries[0]).toMatchObject({ status: "failed", attempts: 1 });
    expect(run.deliveries[0]?.error).toMatch(/^host_key_unknown: .*nothing was sent/);
    expect(partner.logins).toEqual([]);
    await partner.stop();
  });

  test("a wrong password is sent once", async () => {
    const partner = await startFakePartner();
    const { port, hostKeySha256, logins } = partner;
    const auth = { type: "password", password: "wrong-and-secret" } as const;
    const run = await runTo(await fixture.addDestination(undefined, { port, hostKeys: [hostKeySha256], auth }));
    expect(run.deliveries).toMatchObject([{ status: "failed", attempts: 1 }]);
    expect(run.deliveries[0]?.error).toMatch(/^authentication_failed:/);
    expect(logins).toEqual(["password"]);
    expect(JSON.stringify([run, fixture.lines])).not.toContain("wrong-and-secret");
    await partner.stop();
  });

  test("a key that OpenSSH does not accept is tried once", async () => {
    const auth = { type: "public_key", private_key: newSshKeyPair("unknown").privateKey } as const;
    const run = await runTo(await fixture.addDestination(server, { path: folder, auth }));
    expect(run.deliveries[0]).toMatchObject({ status: "failed", attempts: 1 });
    expect(run.deliveries[0]?.error).toMatch(/^authentication_failed:/);
  });

  test.each<[string, OpenAnswer]>([
    ["permission_denied", { status: 3 }],
    ["not_found", { status: 2 }],
  ])("%s by the server", async (code, onOpen) => {
    const partner = await startFakePartner(onOpen);
    const { port, hostKeySha256 } = partner;
    const auth = { type: "password", password: "right" } as const;
    const run = await runTo(await fixture.addDestination(undefined, { port, hostKeys: [hostKeySha256], auth }));
    expect(run.deliveries[0]).toMatchObject({ status: "failed", attempts: 1 });
    expect(run.deliveries[0]?.error).toMatch(new RegExp(`^${code}:`));
    await partner.stop();
  });

  test("a host inside the network", async () => {
    const guard = createTargetGuard({ allow: parseAllowList("") });
    const inside = await openExporterFixture();
    await inside.addProducts([product("SKU-1")]);
    await inside.startApp({ guard });
    const destination = await inside.addDestination(server, { path: folder });
    const runId = await inside.queueRun(await inside.addFeed({ destinations: [destination] }));
    const run = await eventually(async () => {
      const found = await inside.run(runId);
      return found.finished_at !== null && found;
    });
    expect(run.deliveries[0]).toMatchObject({ status: "failed", attempts: 1 });
    expect(run.deliveries[0]?.error).toMatch(/^refused_target:/);
    await inside.close();
  });
});

describe("failures that are tried three times", () => {
  test("a closed port", async () => {
    const partner = await startFakePartner();
    const { port } = partner;
    await partner.stop();
    const run = await runTo(await fixture.addDestination(undefined, { port, hostKeys: [partner.hostKeySha256] }));
    expect(run.deliveries[0]).toMatchObject({ status: "failed", attempts: 3 });
    expect(run.deliveries[0]?.error).toMatch(/^unreachable:/);
  });

  test("a server that accepts the file and never answers", async () => {
    const partner = await startFakePartner("accept and never answer a write");
    const { port, hostKeySha256, opened } = partner;
    const auth = { type: "password", password: "right" } as const;
    const run = await runTo(await fixture.addDestination(undefined, { port, hostKeys: [hostKeySha256], auth }));
    expect(run.deliveries[0]).toMatchObject({ status: "failed", attempts: 3 });
    expect(run.deliveries[0]?.error).toMatch(/^stalled:/);
    expect(opened).toHaveLength(3);
    await partner.stop();
  });
});

describe("a run in the middle of its delivery", () => {
  const stuck = async () => {
    const partner = await startFakePartner("accept and never answer a write");
    const { port, hostKeySha256: key } = partner;
    const auth = { type: "password", password: "right" } as const;
    const runId = await queue(await fixture.addDestination(undefined, { port, hostKeys: [key], auth }));
    await eventually(() => partner.opened.length > 0);
    return { partner, runId };
  };
  test("is not changed any more once another exporter has taken it over", async () => {
    const { partner, runId } = await stuck();
    await fixture.query(
      "UPDATE runs SET lease_owner = 'other', lease_until = now() + interval '1 hour' WHERE id = $1",
      [runId],
    );
    await logged("run.lease_lost", runId);
    expect(await fixture.run(runId)).toMatchObject({ status: "delivering", lease_owner: "other" });
    await partner.stop();
  });

  test("is released at once when the process stops", async () => {
    const { partner, runId } = await stuck();
    await fixture.stopApps();
    await logged("run.given_back", runId);
    const [{ isOver } = { isOver: false }] = await fixture.query<{ isOver: boolean }>(
      `SELECT lease_until < now() AS "isOver" FROM runs WHERE id = $1`,
      [runId],
    );
    expect(isOver).toBe(true);
    await partner.stop();
  });
});

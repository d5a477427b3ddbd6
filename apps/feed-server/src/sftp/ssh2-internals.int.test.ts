import { createHash, randomBytes } from "node:crypto";
import { once } from "node:events";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { METRICS } from "@skucast/service-kit/metric-names";
import { hashRemote } from "@skucast/sftp/hash-remote";
import { openSession } from "@skucast/sftp/open-session";
import { parseAllowList } from "@skucast/targets/allow-list";
import { createTargetGuard } from "@skucast/targets/target-guard";
import { eventually } from "@skucast/testkit/eventually";
import { Client, type ClientChannel } from "ssh2";
import { type FeedFixture, openFeedFixture } from "../testing/open-feed-fixture.js";
import { type PullServer, startPullServer } from "./pull-server.js";
import { REQUESTS_BYTES_MAX } from "./request-flow.js";

/* A client that sends raw SFTP packets, to test the members of ssh2 that ssh2-internals.ts uses. */

const CONTENT = randomBytes(3_000_001);
const OTHER_FETCHES = 5;
const INIT = 1;
const OPEN = 3;
const READ = 5;
const HANDLE = 102;
const DATA = 103;

let fixture: FeedFixture;
let server: PullServer;
let client: Client;
let channel: ClientChannel;
let login: { host: string; port: number; username: string; password: string };

beforeAll(async () => {
  fixture = await openFeedFixture();
  const feedId = await fixture.addFeed(["sftp_pull"]);
  await fixture.publish(feedId, { "products.bin": CONTENT });
  const { id: username, secret: password } = await fixture.addCredential(feedId, "sftp_pull");
  server = await startPullServer(fixture.ctx, fixture.ctx.sftp);
  login = { host: "127.0.0.1", port: server.port, username, password };
  client = new Client();
  client.connect(login);
  await once(client, "ready");
  client.setNoDelay(true); // without it each request waits for the acknowledgement of the one before
  channel = await new Promise((resolve, reject) =>
    client.subsys("sftp", (error, opened) => (error ? reject(error) : resolve(opened))),
  );
});
afterAll(async () => {
  const closed = once(client, "close");
  client.end();
  await closed;
  server.closeConnections();
  await server.close();
  await fixture.close();
});

const uint32 = (value: number) => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
};
const text = (value: Buffer | string) => Buffer.concat([uint32(Buffer.byteLength(value)), Buffer.from(value)]);
function packet(type: number, ...parts: readonly Buffer[]): Buffer {
  const body = Buffer.concat([Buffer.from([type]), ...parts]);
  return Buffer.concat([uint32(body.length), body]);
}
const readRequest = (id: number, handle: Buffer, offset: number, length: number) =>
  packet(READ, uint32(id), text(handle), uint32(0), uint32(offset), uint32(length));

async function openFile(): Promise<Buffer> {
  channel.write(packet(OPEN, uint32(1), text("/products.bin"), uint32(1), uint32(0)));
  const [opened] = await answers(1);
  expect(opened?.[0]).toBe(HANDLE);
  return opened?.subarray(9) ?? Buffer.alloc(0);
}

/** Lets another client fetch the whole file. */
async function fetchByOther(): Promise<void> {
  const { rows } = await fixture.query("SELECT fingerprint FROM sftp_host_keys");
  const { host, port, username, password } = login;
  const target = {
    host,
    port,
    username,
    auth: { type: "password", password } as const,
    isLegacyAllowed: false,
    hostKeys: rows.map(({ fingerprint }) => fingerprint),
  };
  const guard = createTargetGuard({ allow: parseAllowList("127.0.0.1") });
  const session = await openSession(target, { guard, signal: AbortSignal.timeout(240_000), stallTimeoutMs: 120_000 });
  const sum = createHash("sha256").update(CONTENT).digest("hex");
  expect(await hashRemote(session, "/products.bin", CONTENT.length)).toBe(sum);
  session.close();
}

/** The next `count` answers, each without its length. */
async function answers(count: number): Promise<Buffer[]> {
  const found: Buffer[] = [];
  let rest = Buffer.alloc(0);
  for await (const bytes of channel.iterator({ destroyOnReturn: false })) {
    rest = Buffer.concat([rest, bytes]);
    while (rest.length >= 4 && rest.length >= 4 + rest.readUInt32BE()) {
      const end = 4 + rest.readUInt32BE();
      found.push(rest.subarray(4, end));
      rest = rest.subarray(end);
    }
    if (found.length >= count) break;
  }
  return found;
}

test("more requests than the window holds are answered in order, and reads cross blocks of the store", async () => {
  expect(Reflect.get(channel, "outgoing")).toMatchObject({ window: REQUESTS_BYTES_MAX });
  channel.write(packet(INIT, uint32(3)));
  await answers(1);
  const handle = await openFile();

  for (const offset of [100_000, 262_143, 700_001]) {
    channel.write(readRequest(2, handle, offset, 262_144));
    const [piece] = await answers(1);
    expect(piece?.[0]).toBe(DATA);
    expect(piece?.subarray(9).equals(CONTENT.subarray(offset, offset + 262_144))).toBe(true);
  }

  const offsets = Array.from({ length: 80_000 }, (_, i) => (i * 997) % CONTENT.length);
  const requests = offsets.map((offset, i) => readRequest(i, handle, offset, 100));
  expect(Buffer.concat(requests).length).toBeGreaterThan(REQUESTS_BYTES_MAX);
  channel.write(Buffer.concat(requests));
  const pieces = await answers(offsets.length);
  const isRight = pieces.map(
    (piece, i) =>
      piece.readUInt32BE(1) === i && piece.subarray(9).equals(CONTENT.subarray(offsets[i], Number(offsets[i]) + 100)),
  );
  expect(isRight.filter(Boolean)).toHaveLength(offsets.length);
});

test("a client that reads no answer until it has sent 60,000 requests gets all answers, as paramiko sometimes does", async () => {
  const handle = await openFile();
  const requests = Array.from({ length: 60_000 }, (_, i) => readRequest(i, handle, i, 300));
  await new Promise((sent) => channel.write(Buffer.concat(requests), sent));
  const pieces = await answers(requests.length);
  const isRight = pieces.map((piece, i) => piece.readUInt32BE(1) === i && piece.length === 309);
  expect(isRight.filter(Boolean)).toHaveLength(requests.length);
});

test("a client that requests 40 MB without reading costs a few MB, and gets all of it once it reads", async () => {
  const handle = await openFile();
  const sent = async () => {
    const { values } = await fixture.ctx.metrics.counter(METRICS.feedPullBytes).get();
    return values.reduce((sum, { value }) => sum + value, 0);
  };
  const before = await sent();
  const requests = Array.from({ length: 160 }, (_, i) => readRequest(i, handle, i, 262_144));
  channel.write(Buffer.concat(requests));
  // The client's window is 2 MiB. ssh2 does not widen it while nothing is read, but may have done so once before.
  await eventually(async () => (await sent()) - before >= 2_000_000);
  // Meanwhile another client fetches 15 MB, which count, too.
  for (let i = 0; i < OTHER_FETCHES; i += 1) await fetchByOther();
  expect((await sent()) - before - OTHER_FETCHES * CONTENT.length).toBeLessThan(8_000_000);
  let bytesLeft = requests.length * (4 + 9 + 262_144);
  for await (const bytes of channel.iterator({ destroyOnReturn: false })) {
    bytesLeft -= bytes.length;
    if (bytesLeft <= 0) break;
  }
  expect(bytesLeft).toBe(0);
  expect((await sent()) - before - OTHER_FETCHES * CONTENT.length).toBe(requests.length * 262_144);
});

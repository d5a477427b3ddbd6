import { createSocket, type Socket } from "node:dgram";
import { once } from "node:events";
import { request as httpsRequest } from "node:https";
import { type AddressInfo, connect, createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "@jest/globals";
import { Agent, request } from "undici";
import { parseAllowList } from "./allow-list.js";
import { guardedAgents } from "./guarded-agent.js";
import { guardedConnector } from "./guarded-connector.js";
import { createNameResolver } from "./resolve-name.js";
import { createTargetGuard, type TargetGuard } from "./target-guard.js";
import { TargetRefused } from "./target-refused.js";

/*
 * DNS rebinding with a real name server and real sockets: a name has a public address while it is checked, and an address
 * in our network when it is used.
 */

const PUBLIC = "93.184.215.14";
const A = 1;
const AAAA = 28;

/** A name's answers: the nth query of a type gets the nth list of addresses, later ones the last. */
type Zone = Readonly<Record<string, { readonly [A]?: readonly string[][]; readonly [AAAA]?: readonly string[][] }>>;

let zone: Zone = {};
let queries: string[] = [];
let nameServer: Socket;
/** Stands for an internal service, on every interface and family of this machine. */
let internal: Server;
let connectionCount = 0;
let port: number;
let guard: TargetGuard;

beforeAll(async () => {
  nameServer = createSocket("udp4").bind(0, "127.0.0.1");
  nameServer.on("message", (query, from) => nameServer.send(answerTo(query), from.port, from.address));
  await once(nameServer, "listening");
  internal = createServer((socket) => {
    connectionCount += 1;
    socket.destroy();
  });
  internal.listen(0);
  await once(internal, "listening");
  ({ port } = internal.address() as AddressInfo);
  const servers = [`127.0.0.1:${nameServer.address().port}`];
  const resolve = createNameResolver({ servers, hostsFile: join(tmpdir(), "no-hosts-file") });
  guard = createTargetGuard({ allow: parseAllowList(""), resolve });
});
afterAll(() => {
  nameServer.close();
  internal.close();
});
afterEach(() => {
  zone = {};
  queries = [];
});

/** Answers with the addresses of the zone and a time to live of 0 s. */
function answerTo(query: Buffer): Buffer {
  const labels: string[] = [];
  let at = 12;
  for (let length = query.readUInt8(at); length > 0; length = query.readUInt8(at)) {
    labels.push(query.toString("latin1", at + 1, at + 1 + length));
    at += 1 + length;
  }
  const name = labels.join(".").toLowerCase();
  const type = query.readUInt16BE(at + 1);
  const asked = queries.filter((each) => each === `${name} ${type}`).length;
  queries.push(`${name} ${type}`);
  const lists = zone[name]?.[type as typeof A] ?? [];
  const addresses = lists[Math.min(asked, lists.length - 1)] ?? [];
  const header = Buffer.from(query.subarray(0, 12));
  header.writeUInt16BE(0x8180, 2);
  header.writeUInt16BE(addresses.length, 6);
  header.fill(0, 8, 12);
  return Buffer.concat([header, query.subarray(12, at + 5), ...addresses.map((text) => recordOf(type, text))]);
}

function recordOf(type: number, text: string): Buffer {
  const bytes = type === A ? Buffer.from(text.split(".").map(Number)) : ipv6Bytes(text);
  const record = Buffer.alloc(12);
  record.writeUInt16BE(0xc00c, 0);
  record.writeUInt16BE(type, 2);
  record.writeUInt16BE(1, 4);
  record.writeUInt16BE(bytes.length, 10);
  return Buffer.concat([record, bytes]);
}

/** The bytes of a full address, such as 0:0:0:0:0:ffff:7f00:1. */
const ipv6Bytes = (text: string): Buffer =>
  Buffer.concat(text.split(":").map((part) => Buffer.from(part.padStart(4, "0"), "hex")));

/** Each way in which the apps connect to a host of a tenant, until a connection exists or fails. */
const CONNECTIONS: Readonly<Record<string, (host: string) => Promise<unknown>>> = {
  "undici (webhooks, sources, HTTPS uploads)": async (host) => {
    const origin = `https://${host}:${port}`;
    const agent = new Agent({ connect: guardedConnector(guard, origin, { timeout: 5_000 }) });
    return request(origin, { dispatcher: agent }).finally(() => agent.destroy());
  },
  "node:https (S3)": (host) =>
    new Promise((resolve, reject) => {
      const { httpsAgent } = guardedAgents(guard);
      const sent = httpsRequest({ host, port, agent: httpsAgent }, resolve);
      sent.on("error", reject).end();
    }),
  "sockets (SFTP, FTPS)": async (host) => {
    const [first] = await guard.checkHost(host, port);
    const socket = connect({ host: first?.address ?? "", port });
    await once(socket, "connect");
  },
};

describe.each(Object.entries(CONNECTIONS))("%s", (_title, open) => {
  test.each<[string, Zone[string]]>([
    ["loopback", { [A]: [[PUBLIC], ["127.0.0.1"]] }],
    ["another loopback address", { [A]: [[PUBLIC], ["127.8.8.8"]] }],
    ["0.0.0.0", { [A]: [[PUBLIC], ["0.0.0.0"]] }],
    ["a private address among public ones", { [A]: [[PUBLIC], [PUBLIC, "127.0.0.1"]] }],
    ["IPv6 loopback", { [A]: [[PUBLIC], []], [AAAA]: [[], ["0:0:0:0:0:0:0:1"]] }],
    ["IPv6 loopback next to a public IPv4 address", { [A]: [[PUBLIC]], [AAAA]: [[], ["0:0:0:0:0:0:0:1"]] }],
    ["an IPv4 address mapped into IPv6", { [A]: [[PUBLIC], []], [AAAA]: [[], ["0:0:0:0:0:ffff:7f00:1"]] }],
    ["NAT64", { [A]: [[PUBLIC], []], [AAAA]: [[], ["64:ff9b:0:0:0:0:7f00:1"]] }],
    ["6to4", { [A]: [[PUBLIC], []], [AAAA]: [[], ["2002:7f00:1:0:0:0:0:0"]] }],
  ])("a name that changes to %s is refused before any connection", async (_what, answers) => {
    const host = "rebind.attacker.example";
    zone = { [host]: answers };
    await guard.checkUrl(`https://${host}:${port}/`);
    const before = connectionCount;
    await expect(open(host)).rejects.toBeInstanceOf(TargetRefused);
    expect(connectionCount).toBe(before);
    expect(queries.filter((query) => query === `${host} ${A}`).length).toBeGreaterThan(1);
  });
});

test("the address that was checked is the one that is connected to: one resolution, whatever a later one would say", async () => {
  const host = "once.attacker.example";
  zone = { [host]: { [A]: [[PUBLIC], ["127.0.0.1"]] } };
  const socket = connect({ host, port, lookup: guard.lookupFor(`https://${host}:${port}`) });
  socket.on("error", () => {});
  const [error, address] = await once(socket, "lookup");
  socket.destroy();
  expect([error, address]).toEqual([null, PUBLIC]);
  expect(queries.filter((query) => query === `${host} ${A}`)).toHaveLength(1);
});

import type { Server } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { afterEach, expect, test } from "@jest/globals";
import express from "express";
import { type Client, clientOf, USER_AGENT_LENGTH_MAX } from "./client.js";
import { createFastServer } from "./fast-server.js";

let server: Server | undefined;
afterEach(async () => {
  server?.closeAllConnections();
  await new Promise((resolve) => server?.close(resolve) ?? resolve(null));
  server = undefined;
});

/** A server that returns the address from which it saw the request. */
async function start(trustProxy: boolean | number): Promise<number> {
  const app = express().set("trust proxy", trustProxy);
  app.get("/", (req, res) => void res.json(clientOf(req, res)));
  app.get("/gone", (req, res) => {
    res.once("close", () => seen.resolve(clientOf(req, res)));
    arrived.resolve();
  });
  const started = createFastServer(app);
  server = started;
  await new Promise<void>((resolve) => started.listen(0, "127.0.0.1", resolve));
  return (started.address() as AddressInfo).port;
}
const arrived = Promise.withResolvers<void>();
const seen = Promise.withResolvers<Client>();

const ask = async (port: number, headers: Record<string, string>): Promise<Client> =>
  (await fetch(`http://127.0.0.1:${port}/`, { headers })).json() as Promise<Client>;

test("a client cannot choose its own IP address, unless a trusted proxy reports it", async () => {
  const port = await start(false);
  expect(await ask(port, { "X-Forwarded-For": "203.0.113.7" })).toMatchObject({ ip: "127.0.0.1" });
});

test("behind one trusted proxy, the address is the one that the proxy reports, not one that the client added", async () => {
  const port = await start(1);
  const headers = { "X-Forwarded-For": "198.51.100.1, 203.0.113.7" };
  expect(await ask(port, headers)).toMatchObject({ ip: "203.0.113.7" });
});

test("an IPv4 address has one form on every socket; an IPv6 address stays as it is", async () => {
  const headers = {};
  expect(clientOf({ ip: "::ffff:203.0.113.7", headers }, { locals: {} }).ip).toBe("203.0.113.7");
  expect(clientOf({ ip: "2001:db8::ffff:1", headers }, { locals: {} }).ip).toBe("2001:db8::ffff:1");
});

test("a user agent is cut to the limit", async () => {
  const port = await start(false);
  const { userAgent } = await ask(port, { "User-Agent": "a".repeat(USER_AGENT_LENGTH_MAX + 1) });
  expect(userAgent).toBe("a".repeat(USER_AGENT_LENGTH_MAX));
});

test("the address is available after the client disconnects, because its request may still be executed", async () => {
  const port = await start(false);
  const socket = connect(port, "127.0.0.1");
  socket.write("GET /gone HTTP/1.1\r\nHost: x\r\nUser-Agent: hasty\r\n\r\n");
  await arrived.promise;
  socket.destroy();
  expect(await seen.promise).toMatchObject({ ip: "127.0.0.1", userAgent: "hasty" });
});

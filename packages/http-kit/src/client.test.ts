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

/** A server that answers where it saw the request come from. */
async function start(trustProxy: boolean | number): Promise<number> {
  const app = express().set("trust proxy", trustProxy);
  app.get("/", (req, res) => void res.json(clientOf(req)));
  app.get("/gone", (req, res) => {
    res.once("close", () => seen.resolve(clientOf(req)));
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

test("a caller cannot choose the address that it is known by, unless a trusted proxy tells it", async () => {
  const port = await start(false);
  expect(await ask(port, { "X-Forwarded-For": "203.0.113.7" })).toMatchObject({ ip: "127.0.0.1" });
});

test("behind one trusted proxy it is what that one tells, not what the caller had put there before", async () => {
  const port = await start(1);
  const headers = { "X-Forwarded-For": "198.51.100.1, 203.0.113.7" };
  expect(await ask(port, headers)).toMatchObject({ ip: "203.0.113.7" });
});

test("an IPv4 address has one form, on whatever socket it arrives; an IPv6 address stays as it is", async () => {
  const headers = {};
  expect(clientOf({ ip: "::ffff:203.0.113.7", headers }).ip).toBe("203.0.113.7");
  expect(clientOf({ ip: "2001:db8::ffff:1", headers }).ip).toBe("2001:db8::ffff:1");
});

test("of a user agent no more is kept than the bound", async () => {
  const port = await start(false);
  const { userAgent } = await ask(port, { "User-Agent": "a".repeat(USER_AGENT_LENGTH_MAX + 1) });
  expect(userAgent).toBe("a".repeat(USER_AGENT_LENGTH_MAX));
});

test("a caller who hangs up is still known: what was asked may yet be done", async () => {
  const port = await start(false);
  const socket = connect(port, "127.0.0.1");
  socket.write("GET /gone HTTP/1.1\r\nHost: x\r\nUser-Agent: hasty\r\n\r\n");
  await arrived.promise;
  socket.destroy();
  expect(await seen.promise).toEqual({ ip: "127.0.0.1", userAgent: "hasty" });
});

import { createSocket, type Socket } from "node:dgram";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { createNameResolver, type ResolveName } from "./resolve-name.js";

const HOSTS = `
127.0.0.1 localhost
203.0.113.7\tshop.example.com Other.Example.com # and more.example.com
2001:db8::7 shop.example.com
no-address bad.example.com
`;

/** A name server that never answers. */
let silent: Socket;
let folder: string;
let resolve: ResolveName;
beforeAll(async () => {
  silent = createSocket("udp4").bind(0, "127.0.0.1");
  await once(silent, "listening");
  folder = mkdtempSync(join(tmpdir(), "skucast-hosts-"));
  writeFileSync(join(folder, "hosts"), HOSTS);
  const servers = [`127.0.0.1:${silent.address().port}`];
  resolve = createNameResolver({ servers, hostsFile: join(folder, "hosts") });
});
afterAll(() => {
  silent.close();
  rmSync(folder, { recursive: true });
});

test("a name in the hosts file has the addresses from there", async () => {
  expect(await resolve("shop.example.com")).toEqual([{ address: "203.0.113.7" }, { address: "2001:db8::7" }]);
  expect(await resolve("other.example.com")).toEqual([{ address: "203.0.113.7" }]);
});

test("names whose servers do not answer do not delay other names, and fail in the end", async () => {
  let endedCount = 0;
  const unanswered = Array.from({ length: 20 }, (_, i) =>
    resolve(`a${i}.silent.example.com`).finally(() => {
      endedCount += 1;
    }),
  );
  const ended = Promise.allSettled(unanswered);
  await once(silent, "message");
  // Resolved by the operating system, in the threads that all share.
  expect(await resolve("localhost")).not.toEqual([]);
  expect(await resolve("shop.example.com")).not.toEqual([]);
  expect(endedCount).toBe(0);
  for (const result of await ended) expect(result).toMatchObject({ reason: { code: "EAI_AGAIN" } });
});

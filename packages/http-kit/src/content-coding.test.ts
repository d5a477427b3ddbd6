import { once } from "node:events";
import { createServer, get, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { Readable } from "node:stream";
import { gunzipSync, zstdDecompressSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import type { Request, Response } from "express";
import { type Answer, compressedAnswer, sendAnswer } from "./answer.js";
import { CODINGS, compressStreamIfIdle, preferredCoding } from "./content-coding.js";

test.each([
  [undefined, null],
  ["", null],
  ["gzip", "gzip"],
  ["*", "zstd"],
  ["gzip, zstd", "zstd"],
  ["gzip;q=1, zstd;q=0.1", "gzip"],
  ["gzip;q=0.9, zstd;q=0.8", "gzip"],
  ["br, gzip;q=0.8, *;q=0.1", "gzip"],
  ["*;q=0.5, gzip;q=0.1", "zstd"],
  ["zstd;q=0, *", "gzip"],
  ["x-gzip", "gzip"],
  ["GZIP ; Q=0.5", "gzip"],
  ["gzip;q=0.5, identity", null],
  ["gzip, identity", "gzip"],
  ["gzip;q=0.5, identity;q=0.2", "gzip"],
  ["identity;q=0", null],
  ["gzip;q=0", null],
  ["gzip;q=0.000, *;q=0", null],
  ["gzip;q=x, zstd;q=2", null],
])("Accept-Encoding %p prefers %p", (header, coding) => expect(preferredCoding(header, CODINGS)).toBe(coding));

describe("a streamed response", () => {
  const BLOCKS = Array.from({ length: 20 }, (_, i) => `${i},Tee,19.90\n`.repeat(1_000));
  const TEXT = BLOCKS.join("");
  let answer: Answer;
  let server: Server;
  beforeAll(async () => {
    server = createServer(async (req, res) => {
      const { request, response } = {
        request: req as Request,
        response: Object.assign(res, { locals: {} }) as Response,
      };
      sendAnswer(request, response, await compressedAnswer(request, answer));
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  });
  afterAll(() => void server.close());

  const fileOf = (headers: Record<string, string>, status = 200, source = Readable.from(BLOCKS)): Answer => ({
    status,
    headers: { "Cache-Control": "private, no-cache", ...headers },
    body: source,
  });
  const open = (headers: Record<string, string>) =>
    new Promise<IncomingMessage>((resolve, reject) => {
      get({ port: (server.address() as AddressInfo).port, headers }, resolve).on("error", reject);
    });
  async function ask(headers: Record<string, string>) {
    const response = await open(headers);
    const bytes = Buffer.concat(await response.toArray());
    return { ...response, statusCode: response.statusCode, headers: response.headers, bytes };
  }

  test.each([
    "text/csv; charset=utf-8",
    "text/tab-separated-values",
    "application/json",
    "application/jsonl; charset=utf-8",
    "application/xml",
    "application/rss+xml; charset=utf-8",
  ])("of type %s is compressed, without its length and with a tag of its own", async (type) => {
    for (const [coding, decode] of [["gzip", gunzipSync] as const, ["zstd", zstdDecompressSync] as const]) {
      answer = fileOf({ "Content-Type": type, "Content-Length": String(TEXT.length), ETag: '"abc"' });
      const { headers, bytes } = await ask({ "Accept-Encoding": coding });
      expect(headers).toMatchObject({ "content-encoding": coding, etag: `"abc-${coding}"`, vary: "Accept-Encoding" });
      expect(headers["content-length"]).toBeUndefined();
      expect(decode(bytes).toString() === TEXT).toBe(true);
      expect(bytes.length).toBeLessThan(TEXT.length / 2);
    }
  });

  test.each([
    ["is compressed already", { "Content-Type": "application/gzip" }],
    ["is a workbook", { "Content-Type": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet" }],
    ["is Parquet", { "Content-Type": "application/vnd.apache.parquet" }],
    ["is unknown", { "Content-Type": "application/octet-stream" }],
    ["consists of events", { "Content-Type": "text/event-stream" }],
    ["can be requested in parts", { "Content-Type": "text/csv", "Accept-Ranges": "bytes" }],
    ["must not be stored", { "Content-Type": "text/csv", "Cache-Control": "no-store, no-transform" }],
    ["is short", { "Content-Type": "text/csv", "Content-Length": "100" }],
  ])("that %s is sent as it is", async (_what, headers) => {
    answer = fileOf(headers, 200, Readable.from(["x".repeat(100)]));
    const response = await ask({ "Accept-Encoding": "gzip, zstd" });
    expect(response.headers["content-encoding"]).toBeUndefined();
    expect(response.bytes.toString()).toBe("x".repeat(100));
  });

  test("whose tag the client knows is 304 with the tag of its coding, and its source is closed", async () => {
    answer = fileOf({ "Content-Type": "text/csv", ETag: '"abc"' });
    const { statusCode, headers } = await ask({ "Accept-Encoding": "gzip", "If-None-Match": '"abc-gzip"' });
    expect([statusCode, headers.etag, headers["content-encoding"]]).toEqual([304, '"abc-gzip"', undefined]);
    expect((answer.body as Readable).destroyed).toBe(true);
  });

  test("breaks off when its source fails", async () => {
    async function* failing() {
      yield* BLOCKS;
      throw new Error("the store is gone");
    }
    answer = fileOf({ "Content-Type": "text/csv" }, 200, Readable.from(failing()));
    await expect(ask({ "Accept-Encoding": "gzip" })).rejects.toThrow("aborted");
  });

  test("that its client leaves closes its source", async () => {
    async function* endless() {
      for (;;) yield TEXT;
    }
    const source = Readable.from(endless());
    answer = fileOf({ "Content-Type": "text/csv" }, 200, source);
    const response = await open({ "Accept-Encoding": "gzip" });
    const closed = new Promise((resolve) => source.once("close", resolve));
    response.once("error", () => undefined).destroy();
    await closed;
  });

  test("is not compressed while many others are, and again after them", async () => {
    const others = Array.from({ length: 20 }, () => compressStreamIfIdle(Readable.from(BLOCKS), "gzip") ?? []).flat();
    answer = fileOf({ "Content-Type": "text/csv" });
    const busy = await ask({ "Accept-Encoding": "gzip" });
    expect([busy.headers["content-encoding"], busy.bytes.toString() === TEXT]).toEqual([undefined, true]);
    await Promise.all(others.map((other) => once(other.destroy(), "close")));
    answer = fileOf({ "Content-Type": "text/csv" });
    expect((await ask({ "Accept-Encoding": "gzip" })).headers["content-encoding"]).toBe("gzip");
  });
});

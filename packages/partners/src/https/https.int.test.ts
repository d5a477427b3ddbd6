import { afterAll, beforeAll, beforeEach, describe, expect, test } from "@jest/globals";
import type { Partner } from "../partner.js";
import { PARTNER_TYPES } from "../partner-types.js";
import { connectionOptions, createTestFile, partnerWith, pushForTest } from "../testing/push-for-test.js";
import { type HttpsPartner, startHttpsPartner } from "../testing/start-https-partner.js";

const MB = 1024 * 1024;
let server: HttpsPartner;
beforeAll(async () => {
  server = await startHttpsPartner();
});
afterAll(() => server.stop());
beforeEach(() => {
  server.received.length = 0;
});

const partner = (
  options: Record<string, unknown> = {},
  login: object = { type: "none" },
  more: Partial<Partner> = {},
) =>
  partnerWith({
    type: "https",
    login: JSON.stringify(login),
    options: {
      url: `${server.origin}/feeds/{file_name}`,
      method: "PUT",
      field_name: "file",
      success_statuses: [200, 201, 204],
      ca_certificate: server.ca,
      ...options,
    },
    ...more,
  });

describe("a file that is sent by PUT", () => {
  test.each([0, 1, 256 * 1024 + 1, 20 * MB + 7])("of %d bytes arrives byte by byte and is read back", async (bytes) => {
    const file = createTestFile(`products-${bytes}.csv`, bytes);
    expect(await pushForTest(partner(), [file])).toMatchObject({
      verification: "content",
      serverMessage: `stored ${bytes} bytes`,
      bytesSent: bytes,
    });
    expect(server.files.get(`/feeds/${file.name}`)?.equals(file.content)).toBe(true);
    expect(server.received[0]).toMatchObject({
      method: "PUT",
      headers: { "content-type": "text/csv", "content-length": `${bytes}` },
    });
  });

  test("is followed by its trigger, and files of earlier runs are removed", async () => {
    const file = createTestFile("new.csv", 10);
    server.files.set("/feeds/old.csv", Buffer.from("old"));
    await pushForTest(partner({}, { type: "none" }, { strategy: "trigger" }), [file], { staleNames: ["old.csv"] });
    expect(server.received.map(({ method, path }) => `${method} ${path}`)).toEqual([
      "DELETE /feeds/new.csv.done",
      "PUT /feeds/new.csv",
      "HEAD /feeds/new.csv",
      "GET /feeds/new.csv",
      "DELETE /feeds/old.csv",
      "PUT /feeds/new.csv.done",
      "HEAD /feeds/new.csv.done",
      "GET /feeds/new.csv.done",
    ]);
  });

  test("is compared in samples if it is large, and not at all if the server shows nothing", async () => {
    const file = createTestFile("large.csv", 6 * MB);
    expect(await pushForTest(partner(), [file], { readBackBytesMax: 2 * MB })).toMatchObject({
      verification: "sample",
    });
    server.answerNext((req, res) => void req.resume().on("end", () => res.writeHead(200).end()));
    server.answerNext((_, res) => res.writeHead(405).end());
    server.answerNext((_, res) => res.writeHead(405).end());
    expect(await pushForTest(partner(), [file])).toMatchObject({
      verification: "none",
      remark: expect.stringContaining("does not allow reading"),
    });
  });

  test("that the server stored otherwise is a failure after which it is sent again", async () => {
    const file = createTestFile("damaged.csv", 100);
    server.answerNext((req, res) => void req.resume().on("end", () => res.writeHead(201).end()));
    server.answerNext((_, res) => res.writeHead(200, { "content-length": 99 }).end());
    await expect(pushForTest(partner(), [file])).rejects.toMatchObject({ code: "content_mismatch", isTransient: true });
  });

  describe("and is damaged at the server", () => {
    const truncated = () =>
      server.answerNext((req, res) => {
        const pieces: Buffer[] = [];
        req.on("data", (piece: Buffer) => pieces.push(piece));
        req.on("end", () => {
          server.files.set(req.url ?? "", Buffer.concat(pieces).subarray(0, 40));
          res.writeHead(201).end();
        });
      });

    test("is removed, and the failure says so", async () => {
      const file = createTestFile("cut.csv", 100);
      truncated();
      await expect(pushForTest(partner(), [file])).rejects.toMatchObject({
        code: "content_mismatch",
        removed: ["cut.csv"],
        leftBehind: [],
      });
      expect(server.files.has("/feeds/cut.csv")).toBe(false);
    });

    test("is named as left if the server does not remove it", async () => {
      truncated();
      server.answerNext((_, res) => res.writeHead(200, { "content-length": 40 }).end());
      server.answerNext((_, res) => res.writeHead(200, { "content-length": 40 }).end());
      server.answerNext((_, res) => res.writeHead(405).end());
      const failure = pushForTest(partner(), [createTestFile("stays.csv", 100)]);
      await expect(failure).rejects.toMatchObject({ removed: [], leftBehind: ["stays.csv"] });
      await expect(failure).rejects.toThrow("left at the host: stays.csv");
    });

    test("is not touched if the server refused it, and named if the connection broke", async () => {
      const former = Buffer.from("former");
      server.files.set("/feeds/kept.csv", former);
      const file = createTestFile("kept.csv", 3 * MB);
      server.answerNext((req, res) => void req.resume().on("end", () => res.writeHead(422).end()));
      await expect(pushForTest(partner(), [file])).rejects.toMatchObject({ removed: [], leftBehind: [] });
      expect(server.files.get("/feeds/kept.csv")).toBe(former);
      server.answerNext((req) => void req.once("data", () => req.socket.destroy()));
      await expect(pushForTest(partner(), [file])).rejects.toMatchObject({ removed: [], leftBehind: ["kept.csv"] });
    });

    test("is removed by a test of the destination as well, which names it", async () => {
      server.answerNext((_, res) => res.writeHead(404).end());
      truncated();
      const { test: result } = await PARTNER_TYPES.https.test(partner(), connectionOptions(), {
        isWriting: true,
        testId: "skucast-test-1",
      });
      expect(result.status).toBe("failed");
      expect(result.summary).toContain("skucast-test-1.txt");
      expect(server.files.has("/feeds/skucast-test-1.txt")).toBe(false);
    });
  });

  test("needs a place for its name if there are several", async () => {
    const files = [createTestFile("a.csv", 1), createTestFile("b.csv", 1)];
    await expect(pushForTest(partner({ url: `${server.origin}/one` }), files)).rejects.toMatchObject({
      code: "rejected",
      message: expect.stringContaining("{file_name}"),
    });
  });
});

test("a form has the file, byte by byte, in its field", async () => {
  const file = createTestFile("products.csv", 3 * MB);
  const form = partner({ method: "POST", field_name: "feed", url: `${server.origin}/upload` });
  expect(await pushForTest(form, [file])).toMatchObject({ verification: "none", bytesSent: file.bytes });
  const [{ headers, body } = { headers: {}, body: Buffer.alloc(0) }] = server.received;
  const sent = await new Response(new Uint8Array(body), {
    headers: { "content-type": String(headers["content-type"]) },
  }).formData();
  const field = sent.get("feed") as File;
  expect([field.name, field.type]).toEqual(["products.csv", "text/csv"]);
  expect(Buffer.from(await field.arrayBuffer()).equals(file.content)).toBe(true);
});

describe("credentials", () => {
  const basic = {
    type: "basic",
    username: "acme",
    password: "pässword",
    headers: [{ name: "x-api-key", value: "k-secret" }],
  };

  test("are sent with every request and never shown in messages", async () => {
    await pushForTest(partner({}, basic), [createTestFile("products.csv", 1)]);
    const authorization = `Basic ${Buffer.from("acme:pässword").toString("base64")}`;
    for (const { headers } of server.received)
      expect(headers).toMatchObject({ authorization, "x-api-key": "k-secret" });
    await pushForTest(partner({}, { type: "bearer", token: "tok-secret" }), [createTestFile("products.csv", 1)]);
    expect(server.received.at(-1)?.headers.authorization).toBe("Bearer tok-secret");
    server.answerNext((req, res) => void req.resume().on("end", () => res.writeHead(401).end("wrong key k-secret")));
    await expect(pushForTest(partner({}, basic), [createTestFile("products.csv", 1)])).rejects.toMatchObject({
      code: "authentication_failed",
      isTransient: false,
      serverMessage: "wrong key [hidden]",
    });
  });

  test("reach no other origin: a redirect is a failure that names where it leads", async () => {
    server.answerNext((req, res) => {
      req.resume().on("end", () => res.writeHead(307, { location: "https://other.example/feeds?token=1" }).end());
    });
    await expect(pushForTest(partner({}, basic), [createTestFile("products.csv", 1)])).rejects.toMatchObject({
      code: "rejected",
      message: expect.stringContaining("https://other.example/feeds; redirects are not followed"),
    });
    expect(server.received).toEqual([]);
  });
});

describe("an upload that fails", () => {
  const busy = (status: number, retryAfter?: string) =>
    server.answerNext((req, res) => {
      req
        .resume()
        .on("end", () =>
          res.writeHead(status, retryAfter === undefined ? {} : { "retry-after": retryAfter }).end("busy"),
        );
    });

  test("because the server is busy is sent again when it says so", async () => {
    busy(429, "0");
    busy(503, "0");
    const file = createTestFile("products.csv", 1000);
    expect(await pushForTest(partner(), [file])).toMatchObject({ verification: "content", bytesSent: 1000 });
    busy(503);
    await expect(pushForTest(partner(), [file])).rejects.toMatchObject({
      code: "busy",
      isTransient: true,
      serverMessage: "busy",
    });
  });

  test.each([
    ["PUT", "protocol", true],
    ["POST", "unanswered", false],
  ] as const)(
    "without an answer is repeated only if the file cannot be taken twice (%s)",
    async (method, code, isTransient) => {
      server.answerNext((req, res) => void req.resume().on("end", () => res.destroy()));
      await expect(pushForTest(partner({ method }), [createTestFile("products.csv", 10)])).rejects.toMatchObject({
        code,
        isTransient,
      });
      busy(502);
      await expect(pushForTest(partner({ method }), [createTestFile("products.csv", 10)])).rejects.toMatchObject({
        code,
        isTransient,
      });
    },
  );

  test("by a server that stops reading ends after the stall timeout", async () => {
    server.answerNext(() => {});
    const stuck = pushForTest(partner(), [createTestFile("large.csv", 20 * MB)], { options: { stallTimeoutMs: 500 } });
    await expect(stuck).rejects.toMatchObject({ code: "stalled", isTransient: true });
  });

  test("by an untrusted certificate or a private address sends nothing", async () => {
    const file = createTestFile("products.csv", 1);
    await expect(pushForTest(partner({ ca_certificate: null }), [file])).rejects.toMatchObject({
      code: "untrusted",
      isTransient: false,
    });
    const inside = partner({ url: "https://127.0.0.2/{file_name}" });
    await expect(pushForTest(inside, [file])).rejects.toMatchObject({ code: "refused_target", isTransient: false });
    expect(server.received).toEqual([]);
  });
});

test("the test of a destination reports each step and removes its file", async () => {
  const { test: passed } = await PARTNER_TYPES.https.test(partner(), connectionOptions(), {
    isWriting: true,
    testId: "test-1",
  });
  expect(passed.steps.map(({ name, status }) => [name, status])).toEqual(
    ["connect", "login", "write", "remove"].map((name) => [name, "passed"]),
  );
  expect(server.files.has("/feeds/test-1.txt")).toBe(false);
  server.answerNext((_, res) => res.writeHead(401).end("no"));
  const { test: failed } = await PARTNER_TYPES.https.test(partner(), connectionOptions(), {
    isWriting: true,
    testId: "test-2",
  });
  expect(failed.steps).toMatchObject([
    { name: "connect", status: "passed" },
    { name: "login", status: "failed", message: expect.stringContaining("authentication_failed") },
    { name: "write", status: "skipped" },
    { name: "remove", status: "skipped" },
  ]);
});

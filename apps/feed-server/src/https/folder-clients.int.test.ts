import { createHash, randomBytes } from "node:crypto";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "@jest/globals";
import { createHttpServer, type HttpServer } from "@skucast/http-kit/http-server";
import { createOpsRouter } from "@skucast/http-kit/ops-routes";
import { createProblems } from "@skucast/http-kit/problems";
import { createRawRouter } from "@skucast/http-kit/raw-router";
import { createHealth } from "@skucast/service-kit/health";
import { type FeedFixture, openFeedFixture } from "../testing/open-feed-fixture.js";
import { runClient } from "../testing/run-client.js";
import { MOUNT_PATH, serveFeedFiles } from "./serve-feed-files.js";

/* Programs that copy whole folders over HTTP read the listing and fetch each file of it. */

const CONTENTS: Readonly<Record<string, Buffer>> = {
  "products-1-of-3.csv": randomBytes(1_500_001),
  "products-2-of-3.csv": randomBytes(3_000_007),
  "products-3-of-3.csv": randomBytes(2_097_152),
  "_with.dots-and_dashes.jsonl": randomBytes(1_048_577),
};
const sumOf = (content: Buffer) => createHash("sha256").update(content).digest("hex");
const SUMS = Object.fromEntries(Object.entries(CONTENTS).map(([name, content]) => [name, sumOf(content)]));

let fixture: FeedFixture;
let server: HttpServer;
let address: string;
let folder: string;

beforeAll(async () => {
  fixture = await openFeedFixture();
  const { logger, metrics } = fixture.ctx;
  server = createHttpServer({
    mounts: [{ path: MOUNT_PATH, router: createRawRouter({ tracer: "test", handle: serveFeedFiles(fixture.ctx) }) }],
    ops: createOpsRouter({ health: createHealth({ logger }), metrics }),
    logger,
    metrics,
    host: "127.0.0.1",
    port: 0,
    problems: createProblems({ errorDocsUrl: "https://x.test/errors", logger }),
  });
  await server.start();
  const feedId = await fixture.addFeed();
  await fixture.publish(feedId, CONTENTS);
  const { secret } = await fixture.addCredential(feedId, "https_pull");
  address = `http://127.0.0.1:${server.port}${MOUNT_PATH}/${secret}/`;
});
afterAll(async () => {
  await server.stop();
  await fixture.close();
  rmSync(folder, { recursive: true, force: true });
});
beforeEach(() => {
  if (folder) rmSync(folder, { recursive: true, force: true });
  folder = mkdtempSync(join(tmpdir(), "skucast-folder-"));
});

const sumsIn = (path: string) =>
  Object.fromEntries(readdirSync(path).map((name) => [name, sumOf(readFileSync(join(path, name)))]));

describe("a folder is copied completely with", () => {
  test("rclone copy", async () => {
    await runClient("rclone", ["copy", ":http:", "copy", "--http-url", address], { cwd: folder });
    expect(sumsIn(join(folder, "copy"))).toEqual(SUMS);
  });

  test("lftp mirror", async () => {
    await runClient("lftp", ["-c", `mirror ${address} copy`], { cwd: folder });
    expect(sumsIn(join(folder, "copy"))).toEqual(SUMS);
  });

  test("wget --recursive", async () => {
    const options = ["-q", "-e", "robots=off", "--recursive", "--no-parent", "--no-directories", "-R", "index.html*"];
    await runClient("wget", [...options, "-P", "copy", address], { cwd: folder });
    expect(sumsIn(join(folder, "copy"))).toEqual(SUMS);
  });
});

test("the listing is HTML unless JSON is preferred, and has Vary: Accept", async () => {
  const typeFor = async (accept: string) => {
    const answer = await fetch(address, { headers: { accept } });
    return [answer.status, answer.headers.get("content-type"), answer.headers.get("vary")];
  };
  const html = [200, "text/html; charset=utf-8", expect.stringMatching(/\bAccept\b/)];
  const json = [200, "application/json; charset=utf-8", expect.stringMatching(/\bAccept\b/)];
  expect(await typeFor("*/*")).toEqual(html);
  expect(await typeFor("text/html,*/*;q=0.8")).toEqual(html);
  expect(await typeFor("application/json")).toEqual(json);
});

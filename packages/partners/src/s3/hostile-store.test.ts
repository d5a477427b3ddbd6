import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, test } from "@jest/globals";
import { parseAllowList } from "@skucast/targets/allow-list";
import { createTargetGuard } from "@skucast/targets/target-guard";
import type { Partner } from "../partner.js";
import { openS3 } from "./open-s3.js";

let server: Server;
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

async function open(answer: RequestListener) {
  server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const partner: Partner = {
    type: "s3",
    host: "127.0.0.1",
    port,
    username: "key",
    folder: ".",
    strategy: "direct",
    verify: "size",
    hostKeys: [],
    writesMax: 1,
    isLegacyAllowed: false,
    options: {
      endpoint: `http://127.0.0.1:${port}`,
      region: "us-east-1",
      bucket: "feeds",
      prefix: "",
      path_style: true,
    },
    login: JSON.stringify({ type: "access_key", access_key_id: "key", secret_access_key: "secret" }),
    nextLogin: null,
  };
  return openS3(partner, {
    isLoginChecked: false,
    guard: createTargetGuard({ allow: parseAllowList("127.0.0.1") }),
    signal: AbortSignal.timeout(30_000),
    stallTimeoutMs: 10_000,
  });
}

/** Answers with a body that does not end, and counts what was read of it. */
function endless(status: number, counted: { bytes: number }): RequestListener {
  return (_req, res) => {
    res.writeHead(status, { "content-type": "application/xml" });
    const block = Buffer.alloc(65_536, "<a/>");
    const send = (): void => {
      while (!res.destroyed && res.write(block)) counted.bytes += block.length;
    };
    res.on("drain", send);
    send();
  };
}

test.each([200, 403, 500])("an answer %i that does not end takes little memory", async (status) => {
  const counted = { bytes: 0 };
  const session = await open(endless(status, counted));
  const removal = session.remove("a.csv");
  await (status === 200 ? removal.catch(() => undefined) : expect(removal).rejects.toThrow("does not end"));
  session.close();
  expect(counted.bytes).toBeLessThan(60_000_000);
});

test("the content of an object is read however long it is", async () => {
  const content = Buffer.alloc(5_000_000, "a");
  const session = await open((_req, res) => void res.end(content));
  let bytes = 0;
  for await (const block of (await session.read("a.csv")) ?? []) bytes += block.length;
  session.close();
  expect(bytes).toBe(content.length);
});

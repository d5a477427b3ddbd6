import { once } from "node:events";
import { createServer } from "node:http";
import { expect, test } from "@jest/globals";
import { parseAllowList } from "@skucast/targets/allow-list";
import { createTargetGuard } from "@skucast/targets/target-guard";
import { openAgents } from "./open-agents.js";
import { post } from "./post.js";

const TIMEOUT_MS = 60_000;

test("a keep-alive connection carries any number of responses, because each request resets the count", async () => {
  const ports = new Set<number | undefined>();
  const server = createServer((request, response) => {
    ports.add(request.socket.remotePort);
    response.end("x".repeat(10_000));
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const url = new URL(`http://127.0.0.1:${typeof address === "object" ? address?.port : ""}/`);
  const agents = openAgents(createTargetGuard({ allow: parseAllowList("127.0.0.1") }), TIMEOUT_MS);
  const agent = agents.of(undefined);
  for (let i = 0; i < 100; i += 1) {
    const answer = await post({
      agent,
      url,
      headers: {},
      body: Buffer.from("{}"),
      timeoutMs: TIMEOUT_MS,
      keptBytes: 16_384,
    });
    expect([answer.statusCode, answer.body.length]).toEqual([200, 10_000]);
  }
  // So each has carried more than twice what one answer may hold.
  expect(ports.size).toBeLessThan(4);
  await agents.destroy();
  server.close();
  await once(server, "close");
});

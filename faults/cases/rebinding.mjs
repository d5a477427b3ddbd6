import { once } from "node:events";
import { createServer } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { portOf } from "../../scripts/port-of.mjs";
import { startWriter } from "../writer.mjs";

const PROGRAM = fileURLToPath(new URL("../programs/rebound-dispatcher.mjs", import.meta.url));
const DELIVERIES = 1_000;

export const rebinding = {
  title: `a name that alternates between a public and a private address with each query: ${DELIVERIES} deliveries`,
  async run(testbed, checks) {
    const [outside, inside] = await startPair();
    const workspace = await testbed.createWorkspace();
    // A name that ends in .localhost would not be resolved. The API finds no address for this one, which passes its check.
    testbed.env.SKUCAST_ALLOW_TARGETS = "127.0.0.2/32";
    const api = await testbed.apps.start("catalog-api");
    const receiver = { url: `http://rebind.example:${outside.port}`, register: () => {} };
    await testbed.createEndpoint(api, workspace, receiver, { path: "/" }).catch(async () => {
      // http is allowed for permitted addresses only, and the name has no address yet: create it with https, then change it.
      const made = await testbed.createEndpoint(
        api,
        workspace,
        { ...receiver, url: "https://rebind.example" },
        { path: "/" },
      );
      await testbed.db.system.query("UPDATE webhook_endpoints SET url = $2 WHERE id = $1", [
        made.id,
        `${receiver.url}/`,
      ]);
    });
    await testbed.apps.start("webhook-dispatcher", { script: PROGRAM });
    const writer = startWriter({ apis: [api], workspaces: [workspace], perSecond: 50 });
    while (writer.sentCount < DELIVERIES) await pause(100);
    await writer.stop();
    let count = 0;
    for (
      const deadline = Date.now() + 60_000;
      count < writer.accepted.length && Date.now() < deadline;
      await pause(200)
    ) {
      const { rows } = await testbed.db.system.query(
        "SELECT count(*) FROM delivery_attempts WHERE outcome IN ('delivered', 'refused_target')",
      );
      count = Number(rows[0].count);
    }
    const { rows } = await testbed.db.system.query(
      "SELECT outcome, count(*) FROM delivery_attempts GROUP BY 1 ORDER BY 1",
    );
    checks.check(
      `attempts: ${rows.map(({ outcome, count }) => `${count} ${outcome}`).join(", ")} (both kinds)`,
      rows.some(({ outcome }) => outcome === "delivered") && rows.some(({ outcome }) => outcome === "refused_target"),
    );
    checks.check(
      `${inside.count()} connections to the private address (none), ${outside.count()} to the public one`,
      inside.count() === 0 && outside.count() > 0,
    );
    testbed.endpoints.length = 0;
    outside.close();
    inside.close();
  },
};

/** Starts servers on the same port of both addresses. */
async function startPair() {
  const outside = await listen("127.0.0.2", 0);
  return [outside, await listen("127.0.0.1", outside.port)];
}

async function listen(host, port) {
  let connectionCount = 0;
  const server = createServer((message, response) => {
    message.resume().once("end", () => response.writeHead(200, { connection: "close" }).end());
  });
  server.on("connection", () => {
    connectionCount += 1;
  });
  server.listen(port, host);
  await once(server, "listening");
  const close = () => {
    server.close();
    server.closeAllConnections();
  };
  return { port: portOf(server), count: () => connectionCount, close };
}

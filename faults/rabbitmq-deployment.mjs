// Three nodes of RabbitMQ behind one address, from the files in infra/rabbitmq.
import { fileURLToPath } from "node:url";
import { reservePort } from "@skucast/testkit/reserve-port";
import { startRabbitCluster } from "@skucast/testkit/start-rabbitmq-cluster";
import { openProgramFolder, requireDebianPrograms } from "./debian-programs.mjs";
import { startHaproxy } from "./haproxy.mjs";

const CONFIG_FILE = fileURLToPath(new URL("../infra/rabbitmq/haproxy.cfg", import.meta.url));

/** Starts the nodes, and HAProxy, through which all clients connect. */
export async function startRabbitmqDeployment() {
  requireDebianPrograms("/usr/lib/rabbitmq/bin/rabbitmq-server", "/usr/sbin/haproxy");
  const { nodes, isWhole, stop: stopCluster } = await startRabbitCluster();
  const folder = openProgramFolder();
  const port = await reservePort();
  const env = {
    RABBITMQ_HAPROXY_BIND: `127.0.0.1:${port}`,
    ...Object.fromEntries(nodes.map((node, i) => [`RABBIT${i + 1}_AMQP`, `127.0.0.1:${node.port}`])),
  };
  const haproxy = await startHaproxy(folder, { configFile: CONFIG_FILE, env, port });
  return {
    nodes,
    isWhole,
    amqpUrl: `amqp://guest:guest@127.0.0.1:${port}`,
    stop: async () => {
      await haproxy.stop();
      folder.remove();
      await stopCluster();
    },
  };
}

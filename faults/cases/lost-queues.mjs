import { setTimeout as pause } from "node:timers/promises";
import { brokerNames, TOPOLOGY } from "@skucast/events/topology";
import { connect } from "amqplib";
import { checkInvariants } from "../expect.mjs";
import { startSystem } from "../system.mjs";

const NAMES = TOPOLOGY.map(brokerNames().queue);

export const lostQueues = {
  title: "every queue is deleted with its content: confirmed events and commands are lost",
  async run(testbed, checks) {
    const system = await startSystem(testbed, { endpoints: 2 });
    const [dispatcher] = system.dispatchers;
    const writer = system.startWriting(60);
    await pause(3_000);
    // While the dispatcher is frozen, the queues keep what the relay sends: confirmed events that no process has handled.
    dispatcher.kill("SIGSTOP");
    await pause(5_000);
    const connection = await connect(testbed.broker.amqpUrl, { noDelay: true });
    const channel = await connection.createChannel();
    let lostCount = 0;
    for (const name of NAMES) lostCount += (await channel.deleteQueue(name)).messageCount;
    const deletedAtMs = performance.now();
    dispatcher.kill("SIGCONT");
    await pause(1_000);
    const redeclaredMs = await untilDeclared(connection, deletedAtMs);
    await connection.close();
    await pause(2_000);
    await writer.stop();
    await testbed.drained(180_000);
    checks.check(`${lostCount} messages were destroyed (some)`, lostCount > 0);
    checks.check(
      `all queues were declared again after ${redeclaredMs.toFixed(0)} ms (at most 10,000)`,
      redeclaredMs <= 10_000,
    );
    checkInvariants(checks, await testbed.verdict(writer.accepted));
  },
};

async function untilDeclared(connection, sinceMs) {
  for (;;) {
    const channel = await connection.createChannel();
    channel.on("error", () => {}); // a missing queue closes the channel
    try {
      for (const name of NAMES) await channel.checkQueue(name);
      return performance.now() - sinceMs;
    } catch {
      await pause(50);
    }
  }
}

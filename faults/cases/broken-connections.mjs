import { setTimeout as pause } from "node:timers/promises";
import { brokerNames, TOPOLOGY } from "@skucast/events/topology";
import { startTcpProxy } from "@skucast/testkit/tcp-proxy";
import { connect } from "amqplib";
import { checkInvariants, checkLargest } from "../expect.mjs";
import { startSystem } from "../system.mjs";

const RESETS = 20;
const DELETIONS = 10;
const BACK_WITHIN_MS = 10_000;

export const brokenConnections = {
  title: `AMQP connections reset ${RESETS} times, channels closed ${DELETIONS} times by deleting their queue, packets dropped for 30 s`,
  async run(testbed, checks) {
    const address = new URL(testbed.broker.amqpUrl);
    const proxy = await startTcpProxy({ host: address.hostname, port: Number(address.port) });
    address.port = String(proxy.port);
    const system = await startSystem(testbed, { endpoints: 2, dispatcher: { more: { AMQP_URL: address.href } } });
    const [dispatcher] = system.dispatchers;
    const pid = dispatcher.pid;
    const writer = system.startWriting(30, { longEvery: 50 });
    await pause(2_000);
    let worstMs = 0;
    const recovered = async () => {
      const sinceMs = performance.now();
      const before = system.receiver.received.length;
      while (system.receiver.received.length <= before && performance.now() - sinceMs < 60_000) await pause(20);
      worstMs = Math.max(worstMs, performance.now() - sinceMs);
    };
    for (let i = 0; i < RESETS; i += 1) {
      await pause(Math.random() * 500);
      proxy.reset();
      await pause(20);
      await recovered();
    }
    for (let i = 0; i < DELETIONS; i += 1) {
      await deleteQueue(testbed.broker.amqpUrl, TOPOLOGY[i % 2]);
      await recovered();
    }
    checks.check(
      `deliveries resumed within ${worstMs.toFixed(0)} ms each time (at most ${BACK_WITHIN_MS})`,
      worstMs <= BACK_WITHIN_MS,
    );
    worstMs = 0;
    proxy.freeze();
    await pause(30_000);
    proxy.thaw();
    await recovered();
    checks.check(
      `and ${worstMs.toFixed(0)} ms after packets arrived again (at most ${BACK_WITHIN_MS})`,
      worstMs <= BACK_WITHIN_MS,
    );
    await writer.stop();
    await testbed.drained(150_000);
    checks.check("the process never restarted", dispatcher.pid === pid && dispatcher.startCount === 1);
    checkInvariants(checks, await testbed.verdict(writer.accepted));
    checkLargest(checks, system.receiver);
    await proxy.close();
  },
};

async function deleteQueue(amqpUrl, queue) {
  const connection = await connect(amqpUrl, { noDelay: true });
  const channel = await connection.createChannel();
  await channel.deleteQueue(brokerNames().queue(queue));
  await connection.close();
}

// The limit of deliveries: signs and posts COUNT bodies, with no queue, no database and no retry policy.
// Usage: bare-sender.mjs COUNT BODY_BYTES ORIGIN …
import { openSender } from "./signed-sender.mjs";

const IN_FLIGHT = 100;
const [count, bodyBytes] = process.argv.slice(2, 4).map(Number);
const origins = process.argv.slice(4);
const sender = openSender(origins);
const body = Buffer.alloc(bodyBytes, "x");
let next = 0;

async function send() {
  while (next < count) {
    const number = next;
    next += 1;
    await sender.send({ id: `evt_${number}`, endpoint: number % origins.length, body });
  }
}

async function sendAll(total) {
  next = 0;
  const startedAtMs = performance.now();
  const before = process.cpuUsage();
  await Promise.all(Array.from({ length: IN_FLIGHT }, send));
  const { user, system } = process.cpuUsage(before);
  return { rate: (total * 1_000) / (performance.now() - startedAtMs), cpuUs: (user + system) / total };
}

await sendAll(count); // warm-up
process.send?.(await sendAll(count));
await sender.close();
process.disconnect();

// The limit of deliveries: signs by both schemes, as the product does, and posts as many bodies as told, with no queue, no
// database and no policy.
// Usage: bare-sender.mjs PORT COUNT ENDPOINTS BODY_BYTES
import { createHmac, createSecretKey, generateKeyPairSync, randomBytes, sign } from "node:crypto";
import { Pool } from "undici";

const IN_FLIGHT = 100;
const [port, count, endpoints, bodyBytes] = process.argv.slice(2).map(Number);
const pool = new Pool(`http://127.0.0.1:${port}`, { connections: 64 });
const keys = Array.from({ length: endpoints }, () => ({
  secret: createSecretKey(randomBytes(32)),
  privateKey: generateKeyPairSync("ed25519").privateKey,
}));
const body = Buffer.alloc(bodyBytes, "x");
let next = 0;

async function send() {
  while (next < count) {
    const number = next;
    next += 1;
    const endpoint = number % endpoints;
    const id = `evt_${number}`;
    const timestamp = Math.floor(Date.now() / 1_000);
    const signed = Buffer.concat([Buffer.from(`${id}.${timestamp}.`), body]);
    const { secret, privateKey } = keys[endpoint];
    const v1 = createHmac("sha256", secret).update(signed).digest("base64");
    const v1a = sign(null, signed, privateKey).toString("base64");
    const response = await pool.request({
      method: "POST",
      path: `/${endpoint}`,
      headers: {
        "content-type": "application/json",
        "webhook-id": id,
        "webhook-timestamp": String(timestamp),
        "webhook-signature": `v1,${v1} v1a,${v1a}`,
      },
      body,
    });
    await response.body.dump();
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

await sendAll(count); // warm
process.send(await sendAll(count));
await pool.close();
process.disconnect();

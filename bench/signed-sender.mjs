// Signs with both schemes, as the product does, and posts: the minimum of any webhook delivery.
import { createHmac, createSecretKey, generateKeyPairSync, randomBytes, sign } from "node:crypto";
import { Agent } from "undici";

/** Sends to endpoints, each with its own origin; `send` resolves with the status. The caller closes it. */
export function openSender(origins) {
  const agent = new Agent();
  const keys = origins.map(() => ({
    secret: createSecretKey(randomBytes(32)),
    privateKey: generateKeyPairSync("ed25519").privateKey,
  }));
  return {
    async send({ id, endpoint, body }) {
      const timestamp = Math.floor(Date.now() / 1_000);
      const signed = Buffer.concat([Buffer.from(`${id}.${timestamp}.`), body]);
      const { secret, privateKey } = keys[endpoint];
      const v1 = createHmac("sha256", secret).update(signed).digest("base64");
      const v1a = sign(null, signed, privateKey).toString("base64");
      const response = await agent.request({
        origin: origins[endpoint],
        method: "POST",
        path: "/webhooks",
        headers: {
          "content-type": "application/json",
          "webhook-id": id,
          "webhook-timestamp": String(timestamp),
          "webhook-signature": `v1,${v1} v1a,${v1a}`,
        },
        body,
      });
      await response.body.dump();
      return response.statusCode;
    },
    close: () => agent.close(),
  };
}

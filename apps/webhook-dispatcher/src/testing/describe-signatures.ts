import { randomBytes, randomInt } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { isSigned } from "@skucast/client/webhooks/check-signatures";
import { readHeaders } from "@skucast/client/webhooks/read-headers";
import { verificationKey } from "@skucast/client/webhooks/verification-keys";
import { newWebhookKeyPair } from "@skucast/credentials/webhook-key-pair";
import { newWebhookSecret } from "@skucast/credentials/webhook-secret";
import { Webhook } from "standardwebhooks";
import { createSigner } from "../attempts/signer.js";
import { privateKey, type SigningKey, secretKey } from "../attempts/signing-key.js";

const BURST = 100;

export interface SignatureCounts {
  readonly deliveryCount: number;
  readonly mutationCount: number;
}

const signer = createSigner();
const secret = newWebhookSecret();
const former = newWebhookSecret();
const pair = newWebhookKeyPair();
const keys: SigningKey[] = [
  { scheme: "v1", key: secretKey(secret), untilMs: null },
  { scheme: "v1", key: secretKey(former), untilMs: Date.now() + 3_600_000 },
  { scheme: "v1a", key: privateKey(pair.privateKey), untilMs: null },
];

interface Sent {
  readonly id: string;
  readonly timestamp: string;
  readonly signature: string;
  readonly body: string;
}

const headersOf = ({ id, timestamp, signature }: Sent) => ({
  "webhook-id": id,
  "webhook-timestamp": timestamp,
  "webhook-signature": signature,
});

/** Random texts: ASCII and other characters, surrogate pairs, control characters; from empty to 256 kB. */
function randomBody(index: number): string {
  const length = index === 0 ? 0 : index % 1_000 === 0 ? 128_000 : randomInt(600);
  const text = index % 2 === 0 ? randomBytes(length).toString("base64") : randomBytes(length).toString("utf16le");
  return JSON.stringify({ text: text.toWellFormed() });
}

async function send(index: number): Promise<Sent> {
  const id = `evt_${randomBytes(13).toString("hex")}`;
  const timestamp = Math.floor(Date.now() / 1_000);
  const body = randomBody(index);
  const signature = await signer.sign(keys, { id, timestamp, body: Buffer.from(body) });
  return { id, timestamp: String(timestamp), signature, body };
}

const official = {
  current: acceptedByOfficial(new Webhook(secret)),
  former: acceptedByOfficial(new Webhook(former)),
};
const ours = {
  current: acceptedByOurs(secret),
  former: acceptedByOurs(former),
  publicKey: acceptedByOurs(pair.publicKey),
  any: acceptedByOurs(secret, former, pair.publicKey),
};

function acceptedByOfficial(webhook: Webhook) {
  return (sent: Sent): boolean => isDone(() => webhook.verify(sent.body, headersOf(sent)));
}

function acceptedByOurs(...texts: string[]) {
  const verification = texts.map(verificationKey);
  return (sent: Sent): boolean => {
    let isAccepted = false;
    isDone(() => {
      isAccepted = isSigned(verification, readHeaders(headersOf(sent)), Buffer.from(sent.body));
    });
    return isAccepted;
  };
}

function isDone(work: () => unknown): boolean {
  try {
    work();
    return true;
  } catch {
    return false;
  }
}

/**
 * Signs deliveries and verifies them with the official library and ours; then changes each in one place and expects a
 * failure.
 */
export function describeSignatures({ deliveryCount, mutationCount }: SignatureCounts): void {
  const deliveries: Sent[] = [];
  const changed: Sent[] = [];
  beforeAll(async () => {
    // In bursts, so that both threads create signatures.
    for (let from = 0; from < deliveryCount; from += BURST) {
      deliveries.push(...(await Promise.all(Array.from({ length: BURST }, (_, index) => send(from + index)))));
    }
    const small = deliveries.filter(({ body }) => body.length < 2_000);
    for (let kind = 0; kind < mutationCount; kind += 1) {
      const sent = small[kind % small.length];
      const other = small[(kind + 1) % small.length];
      if (sent && other) changed.push(mutate(sent, other, kind));
    }
  });
  afterAll(() => signer.end());

  describe(`each of ${deliveryCount} deliveries is accepted`, () => {
    test.each([
      ["the official library", official.current],
      ["the official library with the replaced secret", official.former],
      ["our verifier with the secret", ours.current],
      ["our verifier with the replaced secret", ours.former],
      ["our verifier with the public key", ours.publicKey],
    ])("by %s", (_, isAccepted) => expect(deliveries.filter((sent) => !isAccepted(sent))).toEqual([]));
  });

  describe(`none of ${mutationCount} deliveries with one change is accepted`, () => {
    test.each([
      ["the official library", official.current],
      ["our verifier with all keys", ours.any],
    ])("by %s", (_, isAccepted) => {
      expect(changed).toHaveLength(mutationCount);
      expect(changed.filter(isAccepted)).toEqual([]);
    });
  });
}

/** The kinds alternate: id, timestamp, body, every signature of the header, the signatures of another delivery. */
function mutate(sent: Sent, other: Sent, kind: number): Sent {
  const { id, timestamp, signature, body } = sent;
  switch (kind % 5) {
    case 0:
      return { ...sent, id: changeOne(id) };
    case 1:
      return { ...sent, timestamp: String(Number(timestamp) + randomInt(1, 200)) };
    case 2:
      return { ...sent, body: changeOne(body) };
    case 3:
      return { ...sent, signature: signature.split(" ").map(changeSignature).join(" ") };
    default:
      return { ...sent, signature: other.signature };
  }
}

function changeSignature(entry: string): string {
  const [scheme = "", base64 = ""] = entry.split(",");
  const bytes = Buffer.from(base64, "base64");
  const at = randomInt(bytes.length);
  bytes[at] = (bytes[at] ?? 0) ^ (1 << randomInt(8));
  return `${scheme},${bytes.toString("base64")}`;
}

/** Replaces one character. */
function changeOne(text: string): string {
  const at = randomInt(text.length);
  const other = text[at] === "x" ? "y" : "x";
  return text.slice(0, at) + other + text.slice(at + 1);
}

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

/** Texts of all kinds: ASCII, beyond it, surrogate pairs, control characters; from empty to 256 kB. */
function randomBody(index: number): string {
  const length = index === 0 ? 0 : index % 1_000 === 0 ? 128_000 : randomInt(600);
  const text = index % 2 === 0 ? randomBytes(length).toString("base64") : randomBytes(length).toString("utf16le");
  return JSON.stringify({ text: text.toWellFormed() });
}

async function send(index: number): Promise<Sent> {
  const [id, timestamp, body] = [
    `evt_${randomBytes(13).toString("hex")}`,
    Math.floor(Date.now() / 1_000),
    randomBody(index),
  ];
  const signature = await signer.sign(keys, { id, timestamp, body: Buffer.from(body) });
  return { id, timestamp: String(timestamp), signature, body };
}

const { official, ours } = {
  official: { present: isTakenByOfficial(new Webhook(secret)), former: isTakenByOfficial(new Webhook(former)) },
  ours: {
    present: isTakenByOurs(secret),
    former: isTakenByOurs(former),
    publicKey: isTakenByOurs(pair.publicKey),
    any: isTakenByOurs(secret, former, pair.publicKey),
  },
};

function isTakenByOfficial(webhook: Webhook) {
  return (sent: Sent): boolean => isDone(() => webhook.verify(sent.body, headersOf(sent)));
}

function isTakenByOurs(...texts: string[]) {
  const verification = texts.map(verificationKey);
  return (sent: Sent): boolean => {
    let isTaken = false;
    isDone(() => {
      isTaken = isSigned(verification, readHeaders(headersOf(sent)), Buffer.from(sent.body));
    });
    return isTaken;
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

/** Signs deliveries and verifies them with the official library and ours; then verifies them changed in one place. */
export function describeSignatures({ deliveryCount, mutationCount }: SignatureCounts): void {
  const deliveries: Sent[] = [];
  const changed: Sent[] = [];
  beforeAll(async () => {
    // Burst after burst, so that both threads make some.
    for (let from = 0; from < deliveryCount; from += BURST) {
      deliveries.push(...(await Promise.all(Array.from({ length: BURST }, (_, index) => send(from + index)))));
    }
    const small = deliveries.filter(({ body }) => body.length < 2_000);
    for (let kind = 0; kind < mutationCount; kind += 1) {
      const [sent, other] = [small[kind % small.length], small[(kind + 1) % small.length]];
      if (sent && other) changed.push(mutate(sent, other, kind));
    }
  });
  afterAll(() => signer.end());

  describe(`of ${deliveryCount} deliveries each is taken`, () => {
    test.each([
      ["the official library", official.present],
      ["the official library with the replaced secret", official.former],
      ["our verifier with the secret", ours.present],
      ["our verifier with the replaced secret", ours.former],
      ["our verifier with the public key", ours.publicKey],
    ])("by %s", (_, isTaken) => expect(deliveries.filter((sent) => !isTaken(sent))).toEqual([]));
  });

  describe(`of ${mutationCount} that were changed in one place none is taken`, () => {
    test.each([
      ["the official library", official.present],
      ["our verifier with all keys", ours.any],
    ])("by %s", (_, isTaken) => {
      expect(changed).toHaveLength(mutationCount);
      expect(changed.filter(isTaken)).toEqual([]);
    });
  });
}

/** Each kind in turn: id, timestamp, body, every signature of the header, the signatures of another. */
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

/** One letter becomes another. */
function changeOne(text: string): string {
  const at = randomInt(text.length);
  const other = text[at] === "x" ? "y" : "x";
  return text.slice(0, at) + other + text.slice(at + 1);
}

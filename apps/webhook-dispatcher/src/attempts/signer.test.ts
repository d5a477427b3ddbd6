import { createPublicKey, verify } from "node:crypto";
import { setImmediate as nextTurn } from "node:timers/promises";
import { afterEach, describe, expect, test } from "@jest/globals";
import { newWebhookKeyPair } from "@skucast/credentials/webhook-key-pair";
import { createSigner, type Signer } from "./signer.js";
import { privateKey, type SigningKey, secretKey } from "./signing-key.js";

const SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
const PRIVATE_KEY = "whsk_6Xb/dCcHpPea21PS1N9VY/NZW723CEc77N4rJCubMbfVKIDij2HKpMKkioLlX0dRqSKJp4AJ6p9lMicMFs6Kvg==";
const ID = "msg_p5jXN8AQM9LWM0D4loKWxJek";
const TIMESTAMP = 1_614_265_330;
const BODY = '{"test": 2432232314}';
const V1 = "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=";
const V1A = "v1a,hnO3f9T8Ytu9HwrXslvumlUpqtNVqkhqw/enGzPCXe5BdqzCInXqYXFymVJaA7AZdpXwVLPo3mNl8EM+m7TBAg==";

const v1 = (untilMs: number | null = null): SigningKey => ({ scheme: "v1", key: secretKey(SECRET), untilMs });
const v1a = (untilMs: number | null = null): SigningKey => ({ scheme: "v1a", key: privateKey(PRIVATE_KEY), untilMs });
const signed = (body = BODY) => ({ id: ID, timestamp: TIMESTAMP, body: Buffer.from(body) });

let signer = createSigner();
afterEach(async () => {
  await signer.end();
  signer = createSigner();
});

describe("a signature", () => {
  // The first two are the official vectors of the reference libraries.
  test.each([
    ["v1", v1(), BODY, V1],
    ["v1a", v1a(), BODY, V1A],
    ["v1 beyond ASCII", v1(), '{"n":"Größe 漢字 😀"}', "v1,MEzcVSyRkw53Ngd7LBt3li5rYgtzdkGkxk2SrJyCZYA="],
  ])("matches the published one: %s", async (_, key, body, signature) => {
    expect(await signer.sign([key], signed(body))).toBe(signature);
  });

  test("is created by each key, and all are in one header", async () => {
    expect(await signer.sign([v1(), v1a()], signed())).toBe(`${V1} ${V1A}`);
  });

  test("is created by a former key only until its end", async () => {
    const untilMs = TIMESTAMP * 1_000;
    expect(await signer.sign([v1(), v1a(untilMs + 1)], signed())).toBe(`${V1} ${V1A}`);
    expect(await signer.sign([v1(), v1a(untilMs)], signed())).toBe(V1);
  });

  test("is created once by a current secret that is also a former one", async () => {
    expect(await signer.sign([v1(), v1(TIMESTAMP * 1_000 + 1), v1a()], signed())).toBe(`${V1} ${V1A}`);
  });

  test("that cannot be created fails alone", async () => {
    const unfit: SigningKey = { scheme: "v1a", key: secretKey(SECRET), untilMs: null };
    const [bad, good] = await Promise.allSettled([signer.sign([unfit], signed()), signer.sign([v1a()], signed())]);
    expect(bad.status).toBe("rejected");
    expect(good).toEqual({ status: "fulfilled", value: V1A });
  });
});

const program = (onMessage: string) =>
  new URL(
    `data:text/javascript,${encodeURIComponent(`import { parentPort } from "node:worker_threads"; parentPort.on("message", ${onMessage})`)}`,
  );

const burstOf = (count: number, by: Signer) =>
  Promise.all(Array.from({ length: count }, () => by.sign([v1a()], signed())));

/** The first burst of this size that the signing thread takes part in. */
async function sharedBurst(count: number, by: Signer): Promise<string[]> {
  for (;;) {
    const signatures = await burstOf(count, by);
    if (signatures.includes("v1a,thread")) return signatures;
    await nextTurn();
  }
}

describe("a burst", () => {
  test("gets the same signatures as single calls, for any size and key", async () => {
    const jobs = Array.from({ length: 100 }, (_, index) => ({
      id: `evt_${index}`,
      timestamp: index,
      body: Buffer.alloc((index * 997) % 40_000, index),
      key: privateKey(newWebhookKeyPair().privateKey),
    }));
    for (let round = 0; round < 20; round += 1) {
      const headers = await Promise.all(
        jobs.map(({ key, ...job }) => signer.sign([{ scheme: "v1a", key, untilMs: null }], job)),
      );
      const isValid = jobs.map(({ key, id, timestamp, body }, index) => {
        const content = Buffer.concat([Buffer.from(`${id}.${timestamp}.`), body]);
        return verify(null, content, createPublicKey(key), Buffer.from(`${headers[index]}`.slice(4), "base64"));
      });
      expect(isValid).not.toContain(false);
    }
  });

  test("is shared with the signing thread, which gets two thirds of it, and nothing of a small burst", async () => {
    const shared = createSigner(program(`({ keys }) => parentPort.postMessage(keys.map(() => "thread"))`));
    const signatures = await sharedBurst(90, shared);
    expect(signatures.filter((signature) => signature === "v1a,thread")).toHaveLength(60);
    expect(signatures.filter((signature) => signature === V1A)).toHaveLength(30);
    expect(new Set(await burstOf(15, shared))).toEqual(new Set([V1A]));
    await shared.end();
  });

  test("that arrives while the thread is busy is signed by the caller's thread", async () => {
    const late = `({ keys }) => {
      globalThis.held ??= keys;
      if (globalThis.held !== keys) parentPort.postMessage(keys.map(() => "twice"));
    }`;
    const shared = createSigner(program(late));
    let first = burstOf(90, shared);
    // Repeats until the thread holds one of them.
    while ((await Promise.race([first, inTurns(200)])) !== undefined) first = burstOf(90, shared);
    expect(new Set(await burstOf(90, shared))).toEqual(new Set([V1A]));
    await shared.end();
    expect(new Set(await first)).toEqual(new Set([V1A]));
  });

  test.each([
    ["dies from a message", program("() => process.exit(1)")],
    ["fails at a message", program(`() => { throw new Error("broken"); }`)],
    ["cannot be started", new URL("data:text/javascript,import 'nowhere'")],
  ])("is signed by the caller's thread when the signing thread %s", async (_, broken) => {
    const withBrokenThread = createSigner(broken);
    for (let round = 0; round < 20; round += 1) {
      expect(new Set(await burstOf(50, withBrokenThread))).toEqual(new Set([V1A]));
    }
  });
});

/** Resolves after this many turns of the event loop. */
async function inTurns(count: number): Promise<undefined> {
  for (let turn = 0; turn < count; turn += 1) await nextTurn();
}

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
  ])("is the published one: %s", async (_, key, body, signature) => {
    expect(await signer.sign([key], signed(body))).toBe(signature);
  });

  test("is made by each key, one behind the other in one header", async () => {
    expect(await signer.sign([v1(), v1a()], signed())).toBe(`${V1} ${V1A}`);
  });

  test("is made by a former key until its time, and not from then on", async () => {
    const untilMs = TIMESTAMP * 1_000;
    expect(await signer.sign([v1(), v1a(untilMs + 1)], signed())).toBe(`${V1} ${V1A}`);
    expect(await signer.sign([v1(), v1a(untilMs)], signed())).toBe(V1);
  });

  test("is made once by a secret that was taken again while it signs as a former one", async () => {
    expect(await signer.sign([v1(), v1(TIMESTAMP * 1_000 + 1), v1a()], signed())).toBe(`${V1} ${V1A}`);
  });

  test("that cannot be made fails alone", async () => {
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

/** The first burst that a thread beside has a part in, of so many. */
async function sharedBurst(count: number, by: Signer): Promise<string[]> {
  for (;;) {
    const signatures = await burstOf(count, by);
    if (signatures.includes("v1a,beside")) return signatures;
    await nextTurn();
  }
}

describe("a burst", () => {
  test("is signed as each would be alone, whatever its size, by whatever key", async () => {
    const jobs = Array.from({ length: 100 }, (_, index) => ({
      ...{ id: `evt_${index}`, timestamp: index, body: Buffer.alloc((index * 997) % 40_000, index) },
      key: privateKey(newWebhookKeyPair().privateKey),
    }));
    for (let round = 0; round < 20; round += 1) {
      const headers = await Promise.all(
        jobs.map(({ key, ...job }) => signer.sign([{ scheme: "v1a", key, untilMs: null }], job)),
      );
      const isGood = jobs.map(({ key, id, timestamp, body }, index) => {
        const content = Buffer.concat([Buffer.from(`${id}.${timestamp}.`), body]);
        return verify(null, content, createPublicKey(key), Buffer.from(`${headers[index]}`.slice(4), "base64"));
      });
      expect(isGood).not.toContain(false);
    }
  });

  test("is shared with a thread beside: two thirds of it, and nothing of what is small", async () => {
    const beside = createSigner(program(`({ keys }) => parentPort.postMessage(keys.map(() => "beside"))`));
    const signatures = await sharedBurst(90, beside);
    expect(signatures.filter((signature) => signature === "v1a,beside")).toHaveLength(60);
    expect(signatures.filter((signature) => signature === V1A)).toHaveLength(30);
    expect(new Set(await burstOf(15, beside))).toEqual(new Set([V1A]));
    await beside.end();
  });

  test("that comes while the thread is busy is signed here", async () => {
    const late = `({ keys }) => {
      globalThis.held ??= keys;
      if (globalThis.held !== keys) parentPort.postMessage(keys.map(() => "twice"));
    }`;
    const beside = createSigner(program(late));
    let first = burstOf(90, beside);
    // Until one of them is held by the thread.
    while ((await Promise.race([first, inTurns(200)])) !== undefined) first = burstOf(90, beside);
    expect(new Set(await burstOf(90, beside))).toEqual(new Set([V1A]));
    await beside.end();
    expect(new Set(await first)).toEqual(new Set([V1A]));
  });

  test.each([
    ["dies of a message", program("() => process.exit(1)")],
    ["fails at a message", program(`() => { throw new Error("broken"); }`)],
    ["cannot be started", new URL("data:text/javascript,import 'nowhere'")],
  ])("is signed here when the thread %s", async (_, broken) => {
    const alone = createSigner(broken);
    for (let round = 0; round < 20; round += 1) {
      expect(new Set(await burstOf(50, alone))).toEqual(new Set([V1A]));
    }
  });
});

/** Undefined after so many turns of the loop. */
async function inTurns(count: number): Promise<undefined> {
  for (let turn = 0; turn < count; turn += 1) await nextTurn();
}

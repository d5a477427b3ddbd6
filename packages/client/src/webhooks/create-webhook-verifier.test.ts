import { describe, expect, test } from "@jest/globals";
import {
  BODY,
  EVENT,
  headersOf,
  NOW_MS,
  NOW_SECONDS,
  PUBLIC_KEY,
  SECRET,
  v1aOf,
  v1Of,
} from "../testing/signed-webhook.js";
import { createWebhookVerifier, type VerifierOptions } from "./create-webhook-verifier.js";
import type { WebhookHeaders } from "./read-headers.js";
import { createMemoryOfIds } from "./seen-ids.js";

const OTHER_SECRET = `whsec_${Buffer.alloc(32, 7).toString("base64")}`;
const verifierOf = (options: Partial<VerifierOptions> = {}) =>
  createWebhookVerifier({ keys: [SECRET, PUBLIC_KEY], nowMs: () => NOW_MS, ...options });
const codeOf = async (headers: WebhookHeaders, body: Uint8Array | string = BODY, options?: Partial<VerifierOptions>) =>
  verifierOf(options)
    .verify(body, headers)
    .then(
      () => "accepted",
      (error: { code?: string }) => error.code,
    );

/** The last character before the padding of 32 bytes has two unused bits. */
const otherSpelling = (signature: string) =>
  `${signature.slice(0, -2)}${String.fromCharCode(signature.charCodeAt(signature.length - 2) + 1)}=`;

describe("a webhook is accepted", () => {
  test.each([
    ["a signature of v1", v1Of()],
    ["a signature of v1a", v1aOf()],
    ["both", `${v1Of()} ${v1aOf()}`],
    ["one that matches among others that do not", `v1,${"A".repeat(43)}= v2,AAAA ${v1Of({}, OTHER_SECRET)} ${v1Of()}`],
  ])("with %s", async (_, signature) => {
    await expect(verifierOf().verify(BODY, headersOf(signature))).resolves.toEqual(EVENT);
  });

  test("as bytes or a string, with Node.js' headers or those of fetch", async () => {
    const headers = headersOf(v1Of());
    await expect(verifierOf().verify(Buffer.from(BODY), headers)).resolves.toEqual(EVENT);
    await expect(verifierOf().verify(new TextEncoder().encode(BODY), new Headers(headers))).resolves.toEqual(EVENT);
  });

  test("with header names in any case", async () => {
    const shouted = Object.entries(headersOf(v1Of())).map(([name, value]) => [name.toUpperCase(), value]);
    expect(await codeOf(Object.fromEntries(shouted))).toBe("accepted");
  });

  test("with the old and the new key during a rotation", async () => {
    const keys = [SECRET, OTHER_SECRET];
    expect(await codeOf(headersOf(v1Of()), BODY, { keys })).toBe("accepted");
    expect(await codeOf(headersOf(v1Of({}, OTHER_SECRET)), BODY, { keys })).toBe("accepted");
    expect(await codeOf(headersOf(v1Of()), BODY, { keys: [OTHER_SECRET] })).toBe("no_matching_signature");
  });

  test.each([-300, 0, 300])("when its timestamp is %i s away", async (seconds) => {
    const at = { timestamp: NOW_SECONDS + seconds };
    expect(await codeOf(headersOf(v1Of(at), at))).toBe("accepted");
  });
});

describe("a webhook is rejected", () => {
  test.each([-301, 301])("when its timestamp is %i s off, even with a valid signature", async (seconds) => {
    const at = { timestamp: NOW_SECONDS + seconds };
    expect(await codeOf(headersOf(v1Of(at), at))).toBe("timestamp_out_of_tolerance");
  });

  test.each(["webhook-id", "webhook-timestamp", "webhook-signature"])("without the header %s", async (name) => {
    expect(await codeOf({ ...headersOf(v1Of()), [name]: undefined })).toBe("malformed_header");
    expect(await codeOf({ ...headersOf(v1Of()), [name]: "" })).toBe("malformed_header");
    expect(await codeOf({ ...headersOf(v1Of()), [name]: ["a", "b"] })).toBe("malformed_header");
  });

  test.each(["soon", "1.5", "-1", "0x10", " 1732176000", "1e9", "01732176000", "9".repeat(13)])(
    "when its timestamp is %p, even if that was signed",
    async (timestamp) => {
      expect(await codeOf(headersOf(v1Of({ timestamp }), { timestamp }))).toBe("malformed_header");
    },
  );

  test("when a header is present twice, in different letter case", async () => {
    expect(await codeOf({ ...headersOf(v1Of()), "Webhook-Id": "evt_other" })).toBe("malformed_header");
  });

  test("when the framework passes no headers", async () => {
    expect(await codeOf(null as unknown as WebhookHeaders)).toBe("malformed_header");
  });

  test("with an explanation when a framework has parsed its body", async () => {
    const parsed = JSON.parse(BODY) as unknown as string;
    await expect(verifierOf().verify(parsed, headersOf(v1Of()))).rejects.toThrow("before any parsing");
  });

  test("when its id contains the dot that would let parts of the signed string change places", async () => {
    const id = `${EVENT.id}.1`;
    expect(await codeOf(headersOf(v1Of({ id }), { id }))).toBe("malformed_header");
  });

  test.each([
    ["empty entry", "v1,"],
    ["no version", v1Of().slice(3)],
    ["two spaces", `${v1Of()}  ${v1aOf()}`],
    ["a trailing space", `${v1Of()} `],
    ["something else after it", `${v1Of()};x`],
    ["no base64", "v1,-_-_"],
    ["base64 without its padding", v1Of().slice(0, -1)],
    ["a non-canonical encoding of the same bytes", otherSpelling(v1Of())],
    ["too many signatures", Array(17).fill(v1Of()).join(" ")],
  ])("when the signature header has %s", async (_, signature) => {
    expect(await codeOf(headersOf(signature))).toBe("malformed_header");
  });

  test.each([
    ["of v1 is cut off", v1Of().slice(0, -4)],
    ["of v1a is cut off", v1aOf().slice(0, -8)],
    ["of v1 claims to be v1a", v1Of().replace("v1", "v1a")],
    ["of v1a claims to be v1", v1aOf().replace("v1a", "v1")],
    ["has an unknown version", v1Of().replace("v1", "v9")],
    ["was made with another key", v1Of({}, OTHER_SECRET)],
    ["covers another body", v1Of({ body: `${BODY} ` })],
    ["covers another id", v1Of({ id: "evt_2" })],
    ["covers another timestamp", v1Of({ timestamp: NOW_SECONDS - 1 })],
  ])("when the signature %s", async (_, signature) => {
    expect(await codeOf(headersOf(signature))).toBe("no_matching_signature");
  });

  test.each(["", "{}", "not json", "[]", "null", JSON.stringify({ ...EVENT, id: "evt_other" })])(
    "when the signed body is not an event with that id: %p",
    async (body) => {
      expect(await codeOf(headersOf(v1Of({ body })), body)).toBe("malformed_body");
    },
  );
});

describe("with a store of seen ids", () => {
  test("a webhook is accepted once, also for concurrent or newly signed repeats", async () => {
    const verifier = verifierOf({ seenIds: createMemoryOfIds() });
    const at = { timestamp: NOW_SECONDS + 5 };
    const all = await Promise.allSettled([
      verifier.verify(BODY, headersOf(v1Of())),
      verifier.verify(BODY, headersOf(v1aOf())),
      verifier.verify(BODY, headersOf(v1Of(at), at)),
    ]);
    expect(all.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected", "rejected"]);
    await expect(verifier.verify(BODY, headersOf(v1Of()))).rejects.toMatchObject({ code: "repeated" });
  });

  test("a rejected webhook is not stored, and one whose handling failed can be removed", async () => {
    const seenIds = createMemoryOfIds();
    const verifier = verifierOf({ seenIds });
    await expect(verifier.verify(BODY, headersOf(v1Of({}, OTHER_SECRET)))).rejects.toThrow();
    await expect(verifier.verify(BODY, headersOf(v1Of()))).resolves.toEqual(EVENT);
    await seenIds.remove(EVENT.id);
    await expect(verifier.verify(BODY, headersOf(v1Of()))).resolves.toEqual(EVENT);
  });
});

test.each([Number.NaN, Number.POSITIVE_INFINITY, -1, 86_401, "300" as unknown as number])(
  "a verifier cannot be created with a tolerance of %p",
  (toleranceSeconds) => {
    expect(() => verifierOf({ toleranceSeconds })).toThrow("toleranceSeconds must be a number from 0 to 86400");
  },
);

test("an invalid clock rejects everything", async () => {
  const options = { nowMs: () => Number.NaN };
  expect(await codeOf(headersOf(v1Of()), BODY, options)).toBe("timestamp_out_of_tolerance");
});

test.each([
  [[]],
  [["whsec_"]],
  [[""]],
  [[undefined as unknown as string]],
  [["whsec_AAAA"]],
  [["whpk_AAAA"]],
  [[SECRET.slice(6)]],
  [["whsk_AAAA"]],
])("a verifier cannot be created with the keys %p, and the error does not show them", (keys) => {
  expect(() => createWebhookVerifier({ keys })).toThrow(TypeError);
  expect(() => createWebhookVerifier({ keys })).toThrow(/^(?!.*AAAA).*(whsec_|key)/);
});

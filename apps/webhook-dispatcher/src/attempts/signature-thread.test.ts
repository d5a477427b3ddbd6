import { createPrivateKey } from "node:crypto";
import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { expect, test } from "@jest/globals";
import type { SignatureBatch } from "./signature-thread.js";

// RFC 8032, section 7.1, tests 1 and 2: seed, content, signature.
const VECTORS = [
  [
    "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60",
    "",
    "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b",
  ],
  [
    "4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb",
    "72",
    "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00",
  ],
] as const;

const keyOf = (seed: string) =>
  createPrivateKey({
    key: Buffer.from(`302e020100300506032b657004220420${seed}`, "hex"),
    format: "der",
    type: "pkcs8",
  });

test("the thread creates the published signatures, many per message", async () => {
  const thread = new Worker(new URL("signature-thread.ts", import.meta.url));
  const many = Array.from({ length: 50 }, () => VECTORS).flat();
  const batch: SignatureBatch = {
    keys: many.map(([seed]) => keyOf(seed)),
    contents: Buffer.from(many.map(([, content]) => content).join(""), "hex"),
    lengths: many.map(([, content]) => content.length / 2),
  };
  thread.postMessage(batch);
  const [signatures] = await once(thread, "message");
  await thread.terminate();
  expect(signatures).toEqual(many.map(([, , signature]) => Buffer.from(signature, "hex").toString("base64")));
});

import { newKeyPairTexts } from "@skucast/credentials/sealing-keys";
import { type Command, UsageError } from "./command.js";

export const createEncryptionPair: Command = {
  words: "encryption-keys create-pair",
  usage: "encryption-keys create-pair --id ID",
  summary:
    "Create a key pair for webhook secrets: a private key for the dispatcher, which opens them, and a public key for the API, which seals them.",
  options: ["id"],
  run: async ({ options, print }) => {
    const id = options.id ?? "w1";
    if (!/^[a-z0-9]{1,16}$/.test(id))
      throw new UsageError("The id must be 1 to 16 lower-case letters and digits: --id w1");
    const { privateText, publicText } = newKeyPairTexts(id);
    print(`SKUCAST_WEBHOOK_KEYS=${privateText}`);
    print(`SKUCAST_WEBHOOK_SEALING_KEY=${publicText}`);
  },
};

import { accountMailPlace } from "@skucast/credentials/account-mail-place";
import { parseKeyring } from "@skucast/credentials/keyring";
import { oauthArtifactPlace } from "@skucast/credentials/oauth-artifact-place";
import { rewrapSecret } from "@skucast/credentials/seal";
import { sealingKeyOf } from "@skucast/credentials/sealing-keys";
import { singleSignOnPlace } from "@skucast/credentials/single-sign-on-place";
import { totpPlace } from "@skucast/credentials/totp-place";
import { webhookKeyPlace } from "@skucast/credentials/webhook-key-place";
import { webhookPrivateKeys } from "@skucast/credentials/webhook-sealing";
import type { Database } from "@skucast/db/database";
import {
  type RewrapCounts,
  rewrapArtifacts,
  rewrapDestinations,
  rewrapEndpoints,
  rewrapHostKeys,
  rewrapMails,
  rewrapSingleSignOn,
  rewrapSources,
  rewrapTotp,
} from "@skucast/db/sealed-secrets/rewrap-secrets";
import { keyringTextOf } from "../data-folder.js";
import type { Command, CommandContext } from "./command.js";
import { withDatabase } from "./with-database.js";

export const rotateEncryptionKeys: Command = {
  words: "encryption-keys rotate",
  usage: "encryption-keys rotate",
  summary:
    "Wrap stored secrets under the first key of SKUCAST_ENCRYPTION_KEYS and of SKUCAST_WEBHOOK_KEYS. Can be interrupted and repeated.",
  options: [],
  run: async ({ settings, folder, print }) => {
    await withDatabase({ settings, folder }, async (db) => {
      const results = await rotate(db, { settings, folder });
      for (const [noun, { looked, rewrapped, failed }] of Object.entries(results)) {
        print(`${noun}: ${looked} checked, ${rewrapped} wrapped under the new key, ${failed} that no key opens`);
      }
      if (Object.values(results).some(({ failed }) => failed > 0)) {
        throw new Error(
          "Some secrets cannot be opened. Add their keys to the setting again and repeat this before you remove a key.",
        );
      }
      print("Stored responses of idempotent requests stay under the old key for a day. Remove the old key after that.");
    });
  },
};

async function rotate(
  db: Database,
  { settings, folder }: Pick<CommandContext, "settings" | "folder">,
): Promise<Record<string, RewrapCounts>> {
  const keyring = parseKeyring(settings.SKUCAST_ENCRYPTION_KEYS ?? keyringTextOf(folder));
  const opener = { ...keyring, privateKeys: webhookPrivateKeys(keyring, settings.SKUCAST_WEBHOOK_KEYS) };
  const webhooks = { opener, sealer: sealingKeyOf(opener.privateKeys) };
  return {
    destinations: await rewrapDestinations(db, (sealed, place) =>
      rewrapSecret({ opener, sealer: keyring }, sealed, place),
    ),
    sources: await rewrapSources(db, (sealed, place) => rewrapSecret({ opener, sealer: keyring }, sealed, place)),
    "webhook endpoints": await rewrapEndpoints(
      db,
      (sealed, place) => rewrapSecret(webhooks, sealed, place),
      webhookKeyPlace,
    ),
    "SFTP host keys": await rewrapHostKeys(db, (sealed, place) =>
      rewrapSecret({ opener, sealer: keyring }, sealed, place),
    ),
    "OAuth tokens and requests": await rewrapArtifacts(
      db,
      (sealed, place) => rewrapSecret({ opener, sealer: keyring }, sealed, place),
      oauthArtifactPlace,
    ),
    "authenticator apps": await rewrapTotp(
      db,
      (sealed, place) => rewrapSecret({ opener, sealer: keyring }, sealed, place),
      totpPlace,
    ),
    "client secrets of single sign-on": await rewrapSingleSignOn(
      db,
      (sealed, place) => rewrapSecret({ opener, sealer: keyring }, sealed, place),
      singleSignOnPlace,
    ),
    mails: await rewrapMails(
      db,
      (sealed, place) => rewrapSecret({ opener, sealer: keyring }, sealed, place),
      accountMailPlace,
    ),
  };
}

import { openSecret, sealSecret } from "@skucast/credentials/seal";
import { newSshKeyPair } from "@skucast/credentials/ssh-key";
import { fingerprintOf } from "@skucast/sftp/fingerprint";
import ssh2 from "ssh2";
import type { FeedServerContext } from "../context.js";

/** Private host keys in OpenSSH's format, the preferred one first. */
export type HostKeys = readonly string[];

const TYPES = ["ssh-ed25519", "ecdsa-sha2-nistp256"] as const;
type HostKeyType = (typeof TYPES)[number];

const associatedDataOf = (type: string): string => `sftp_host_keys/${type}`;

const INSERT = `
  INSERT INTO sftp_host_keys (type, fingerprint, sealed, created_at) VALUES ($1, $2, $3, $4) ON CONFLICT (type) DO NOTHING`;

/** The host keys of the deployment. Creates missing ones, only once even if several processes start at the same time. */
export async function loadHostKeys({ db, keyring, clock }: FeedServerContext): Promise<HostKeys> {
  const stored = await readStored(db);
  for (const type of TYPES.filter((it) => !stored.has(it))) {
    const pair = newPair(type);
    const sealed = sealSecret(keyring, pair.privateKey, associatedDataOf(type));
    const blob = Buffer.from(pair.publicKey.split(" ")[1] ?? "", "base64");
    await db.system.query(INSERT, [type, fingerprintOf(blob), sealed, clock.now()]);
  }
  const all = await readStored(db);
  return TYPES.flatMap((type) => {
    const sealed = all.get(type);
    return sealed ? [openSecret(keyring, sealed, associatedDataOf(type))] : [];
  });
}

async function readStored(db: FeedServerContext["db"]): Promise<ReadonlyMap<string, Buffer>> {
  const { rows } = await db.system.query<{ type: string; sealed: Buffer }>("SELECT type, sealed FROM sftp_host_keys");
  return new Map(rows.map(({ type, sealed }) => [type, sealed]));
}

function newPair(type: HostKeyType): { privateKey: string; publicKey: string } {
  if (type === "ssh-ed25519") return newSshKeyPair("feed-server");
  const { private: privateKey, public: publicKey } = ssh2.utils.generateKeyPairSync("ecdsa", { bits: 256 });
  return { privateKey, publicKey };
}

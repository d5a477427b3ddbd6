import { idSchema } from "@skucast/contracts/ids";
import type { FeedServerContext } from "../context.js";

/** The credential that a partner's login is checked against. */
export interface PullLogin {
  readonly workspaceId: string;
  readonly credentialId: string;
  readonly secretHash: Buffer | null;
  readonly publicKeys: readonly string[];
}

interface LoginRow {
  workspace_id: string;
  secret_hash: Buffer | null;
  public_keys: string[];
}

const SELECT_LOGIN = `
  SELECT workspace_id, secret_hash, public_keys FROM pull_credentials
  WHERE id = $1 AND type = 'sftp_pull' AND revoked_at IS NULL`;

const NAME = idSchema("pull");

/** The credential whose id is the user name; undefined when there is none. Names that are not ids are not looked up. */
export async function findLogin(
  { db }: Pick<FeedServerContext, "db">,
  username: string,
): Promise<PullLogin | undefined> {
  if (!NAME.safeParse(username).success) return undefined;
  const { rows } = await db.system.query<LoginRow>(SELECT_LOGIN, [username]);
  const [row] = rows;
  if (!row) return undefined;
  const { workspace_id: workspaceId, secret_hash: secretHash, public_keys: publicKeys } = row;
  return { workspaceId, credentialId: username, secretHash, publicKeys };
}

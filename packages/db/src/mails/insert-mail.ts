/** The part of a transaction that is needed. Prisma and node-postgres both provide it. */
interface SqlClient {
  query(text: string, values: unknown[]): Promise<unknown>;
}

export interface NewMail {
  readonly id: string;
  /** Empty for a mail about an account. */
  readonly workspaceId: string;
  readonly recipient: string;
  readonly kind: string;
  /** The content, sealed for the id. */
  readonly sealed: Uint8Array;
  /** Whether it is never sent: the address has no account. It is stored all the same, which costs the same work. */
  readonly isVoid: boolean;
  readonly now: Date;
  /** After this time it is not sent any more. */
  readonly expiresAt: Date;
}

/** Queues a mail in the transaction of what it reports. */
export async function insertMail(client: SqlClient, mail: NewMail): Promise<void> {
  await client.query(
    `INSERT INTO account_mails (workspace_id, id, recipient, kind, sealed, status, next_attempt_at, created_at, expires_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [
      mail.workspaceId,
      mail.id,
      mail.recipient,
      mail.kind,
      mail.sealed,
      mail.isVoid ? "void" : "pending",
      mail.isVoid ? null : mail.now,
      mail.now,
      mail.expiresAt,
    ],
  );
}

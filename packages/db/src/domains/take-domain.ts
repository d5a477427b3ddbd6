/** The part of a transaction that is needed. */
interface SqlClient {
  query(text: string, values: unknown[]): Promise<{ readonly id: string }[]>;
}

export interface DomainTake {
  readonly domain: string;
  /** What the former workspace would have to publish to prove the domain again. */
  readonly newToken: string;
  /** Records of the domain: a workspace whose record is among them keeps the domain. */
  readonly published: readonly string[];
  readonly now: Date;
}

/**
 * Takes a domain that the workspace of the transaction has proven away from the single sign-on of another workspace.
 * Returns the ids of the sessions that ended; announce them after the commit.
 */
export async function takeDomain(
  client: SqlClient,
  { domain, newToken, published, now }: DomainTake,
): Promise<string[]> {
  const rows = await client.query("SELECT take_domain($1, $2, $3::text[], $4::timestamptz) AS id", [
    domain,
    newToken,
    published,
    now,
  ]);
  return rows.map(({ id }) => id);
}

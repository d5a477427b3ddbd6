/** The details of a connection that ended. */
interface RevokedGrant {
  readonly userId: string;
  readonly clientId: string;
  readonly clientName: string;
  readonly redirectHost: string;
}

/** The details of `connected_app.revoked` in the audit log: which app it was, for whom it acted, and why it ended. */
export const revocationDetails = ({ userId, clientId, clientName, redirectHost }: RevokedGrant, reason: string) => ({
  client_id: clientId,
  client_name: clientName,
  redirect_host: redirectHost,
  user_id: userId,
  reason,
});

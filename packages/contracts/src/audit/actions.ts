/**
 * Every action of the audit log with its meaning. The word before the dot is the type of the affected object. An action
 * keeps its name and meaning for good.
 */
export const AUDIT_ACTIONS = {
  "workspace.created": "A workspace was created; its creator is its first owner.",
  "workspace.updated": "The workspace changed; details.previous holds the former values.",
  "workspace.deletion_requested":
    "An owner requested the deletion of the workspace; details.deletes_at says when it is deleted.",
  "workspace.deletion_cancelled": "An owner cancelled the deletion of the workspace.",
  "workspace.ownership_transferred": "An owner made another member, details.to, an owner and became an admin.",
  "workspace.export_started": "An owner started an export of the whole workspace; details.export_id names it.",
  "workspace.export_downloaded": "An owner downloaded the archive of an export of the workspace.",
  "workspace.import_started": "An owner started to import an archive into the workspace; details.import_id names it.",
  "api_key.created":
    "An API key was created; details.scopes has all of its scopes, and details its other limits (expires_at, channels), if any.",
  "api_key.revoked":
    "An API key was revoked and no longer works; details.invitations has the ids of its open invitations, which were " +
    "revoked as well. details.reason is password_reset if its creator had never confirmed their " +
    "address and then reset the password; so it is for invitations and pull credentials.",
  "connected_app.connected": "A user allowed an app to act for them in the workspace.",
  "connected_app.revoked":
    "An app lost its access; its access and refresh tokens no longer work. details.reason says why: disconnected, " +
    "member removed, client (the app revoked its token), replay (a token was used twice), replaced (the same app was " +
    "connected again), unused (the app never exchanged its code), password_reset (the user reset " +
    "their password by a mailed link), destroyed.",
  "member.updated":
    "A member's role or channels changed. details.invitations and details.keys_without_management name what was withdrawn " +
    "with a role, as in member.removed.",
  "member.notifications_updated": "A member chose which emails they get; details.changed names the kinds.",
  "member.removed":
    "A member was removed or left; the apps that they had connected lost their access. details.invitations has the ids of " +
    "their open invitations, which were revoked, and details.keys_without_management those of the API keys that they had " +
    "created, which can no longer manage the workspace.",
  "member.password_changed":
    "A member changed the password of their account, or reset it by a mailed link (details.by_link). This and the next " +
    "six say in details.has_second_factor whether the account has an authenticator app or a passkey afterwards. They " +
    "are in the log of each workspace of the member, without IP address and browser.",
  "member.authenticator_added": "A member added an authenticator app: signing in now needs a code.",
  "member.authenticator_removed": "A member removed their authenticator app: signing in no longer needs a code.",
  "member.recovery_codes_replaced": "A member replaced their recovery codes.",
  "member.passkey_added": "A member added a passkey, which signs in without the password.",
  "member.passkey_removed": "A member removed a passkey.",
  "member.email_changed": "A member changed the email address of their account; details.previous is the former one.",
  "invitation.created": "An email address was invited; an earlier open invitation for it was replaced.",
  "invitation.revoked":
    "An open invitation was withdrawn; its link no longer works. details.reason is replaced if the address was invited again.",
  "invitation.accepted": "A person accepted an invitation and became a member.",
  "audit_log.exported":
    "The audit log was downloaded as a file; details has its format and the filters that were used.",
  "channel.created": "A channel was created.",
  "channel.updated": "A channel changed; details.changed names its fields.",
  "channel.deleted": "A channel was deleted; its feeds had been deleted before.",
  "channel.published": "A channel was added to the public directory, where anyone can see its products.",
  "channel.unpublished": "A channel was removed from the public directory.",
  "channel_profile.created": "A channel profile was created.",
  "channel_profile.updated": "A new version of a channel profile was stored; details has its number.",
  "channel_profile.deleted": "A channel profile was deleted.",
  "lookup_table.created": "A lookup table was created.",
  "lookup_table.updated": "A lookup table changed; details.changed names its fields, with rows for its values.",
  "lookup_table.deleted": "A lookup table was deleted.",
  "channel.blocked": "The operator of the service took a channel out of the public directory; details.reason says why.",
  "channel.restored": "The operator of the service allowed a channel in the public directory again.",
  "domain.created": "A domain was added that is to be proven.",
  "domain.verified": "A domain was proven by its DNS record or its file.",
  "domain.proof_ended":
    "A domain is no longer proven. details.reason is missing, if its DNS record or file was not found for a week, or " +
    "taken, if another workspace has proven it since; details.uses names what used it.",
  "domain.deleted": "A domain was removed.",
  "single_sign_on.updated":
    "Single sign-on was set up or changed; details has its settings without the secret, and whether it is required.",
  "single_sign_on.deleted": "Single sign-on was removed; the sessions that it had started ended.",
  "single_sign_on.linked":
    "An account signed in with single sign-on for the first time; details.is_new says whether it was created then.",
  "member.joined": "A person became a member with their first single sign-on; details.role is their role.",
  "destination.created": "A destination was created.",
  "destination.updated":
    "A destination changed; details.changed names the changed fields, with auth for a replaced login; details.host_keys " +
    "and details.legacy_algorithms_until are the new values, if they changed.",
  "destination.tested":
    "A destination was tested; details has the result, the failed step and the keys that the host showed.",
  "destination.verified":
    "A destination's files were compared with the last delivered ones; details.status has the result.",
  "destination.key_rotated":
    "A new key pair was created for a destination; the former one keeps working until the new one is confirmed.",
  "destination.key_confirmed": "The partner's host accepted a destination's new key, which replaced the former one.",
  "destination.deleted": "A destination was deleted.",
  "pull_credential.created":
    "A partner was allowed to fetch a feed's files; details has the feed and the type of access.",
  "pull_credential.revoked": "A partner's pull credential was revoked and no longer works.",
  "webhook_endpoint.created": "A webhook endpoint was created.",
  "webhook_endpoint.updated": "A webhook endpoint changed; details.changed names its fields.",
  "webhook_endpoint.secret_rotated":
    "A webhook endpoint's signing secret was replaced; details.overlap_hours says for how many hours the former one also signs.",
  "webhook_endpoint.recovery_started":
    "A recovery of the events that a webhook endpoint missed was started; details has recovery_id and since.",
  "webhook_endpoint.replay_started":
    "A replay of all events of a time range to a webhook endpoint was started; details has recovery_id, since and until.",
  "webhook_endpoint.recovery_cancelled":
    "A running recovery, details.recovery_id, was cancelled; deliveries that it had already queued are still sent.",
  "product_export.started": "An export of all products was started.",
  "product_export.downloaded": "The file of an export of all products was downloaded.",
  "import.created": "A product file was uploaded for import; details has its options.",
  "import.cancelled": "An import was cancelled; changes that it had made stay.",
  "import.undone": "The updates of an import were undone; fields that were changed since kept their value.",
  "import.released": "A held import of a source was released; details.reason says why.",
  "import.discarded": "A held import of a source was discarded; it changed nothing.",
  "source.created": "A source was created; details.host is where its file is fetched from.",
  "source.updated":
    "A source changed; details.changed names the changed fields, with auth for a replaced login; details.host_keys are " +
    "the new host keys, if they changed.",
  "source.run_started": "A source was run manually; details.import_id names the import.",
  "source.deleted": "A source was deleted; imported products stay.",
  "webhook_endpoint.disabled":
    "The service disabled a webhook endpoint; details.reason says whether it answered 410 Gone or kept failing.",
  "webhook_endpoint.deleted": "A webhook endpoint was deleted with its deliveries.",
  "feed.created": "A feed was created; details.channel_id names its channel.",
  "feed.updated": "A feed changed; details.changed names its fields.",
  "feed.deleted": "A feed was deleted with its runs; delivered files stay where they are.",
  "run.started": "A run was started manually; details.feed_id names its feed.",
  "run.released": "A held run was released; details.reason says why.",
  "run.discarded": "A held run was discarded.",
  "feed.reverted": "The files of an earlier run, details.to, were delivered again by details.run.",
} as const satisfies Record<`${string}.${string}`, string>;

export type AuditAction = keyof typeof AUDIT_ACTIONS;

/** The names of all actions, as a tuple for z.enum. */
export const AUDIT_ACTION_NAMES = Object.keys(AUDIT_ACTIONS) as [AuditAction, ...AuditAction[]];

/** The type of the object that an action affects: the word before the dot. */
export const objectTypeOf = (action: string): string => action.slice(0, action.indexOf("."));

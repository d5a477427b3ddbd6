/**
 * What the audit log tells of, each act with its meaning. The word before the dot is the type of the object that was
 * acted on. An action is a promise: it keeps its name and meaning.
 */
export const AUDIT_ACTIONS = {
  "workspace.created": "A workspace was made; who made it is its first owner.",
  "workspace.updated": "The workspace changed; details.previous holds the former values.",
  "api_key.created": "An API key was created; details has its limits (scopes, expires_at, channels) where it has some.",
  "api_key.revoked": "An API key was revoked; nothing is done with it any more.",
  "connected_app.connected": "A person let an app act for them in the workspace.",
  "connected_app.revoked":
    "An app lost what it was allowed; its access and refresh tokens are dead. details.reason says why: disconnected, " +
    "member removed, client (it gave its token back), replay (a token was used twice), replaced (by one more " +
    "connection of the same app), unused (it never exchanged its code), destroyed.",
  "member.updated": "A member's role or channels changed.",
  "member.removed": "A member was removed, or left; the apps that they had connected lost what they were allowed.",
  "invitation.created": "An address was invited; an earlier open invitation of it was replaced.",
  "invitation.revoked": "An open invitation was withdrawn; its link is dead.",
  "invitation.accepted": "A person took up an invitation and is a member now.",
  "channel.created": "A channel was made.",
  "channel.updated": "A channel changed; details.changed names its fields.",
  "channel.deleted": "A channel was deleted; its feeds were gone before.",
  "channel.published": "A channel was put into the public directory, where everybody sees its products.",
  "channel.unpublished": "A channel was taken out of the public directory.",
  "destination.created": "A destination was made.",
  "destination.updated":
    "A destination changed; details.changed names its fields, auth when its login was replaced; details.host_keys and " +
    "details.legacy_algorithms_until are the new values where these changed.",
  "destination.tested": "A destination was tested; details say how far the test came, and which keys the host showed.",
  "destination.verified":
    "A destination's files were compared with what was last delivered; details.status says with which result.",
  "destination.key_rotated":
    "A new key pair was made for a destination; the former one works too until it is confirmed.",
  "destination.key_confirmed": "The partner took a destination's new key, which has replaced the former one.",
  "destination.deleted": "A destination was deleted.",
  "pull_credential.created": "A partner was let in to fetch a feed's files; details say of which feed and how.",
  "pull_credential.revoked": "A partner's pull credential was revoked; nothing is fetched with it any more.",
  "webhook_endpoint.created": "A webhook endpoint was made.",
  "webhook_endpoint.updated": "A webhook endpoint changed; details.changed names its fields.",
  "webhook_endpoint.secret_rotated":
    "A webhook endpoint's signing secret was replaced; details say for how many hours the former one signs too.",
  "webhook_endpoint.recovery_started":
    "What a webhook endpoint missed was asked for again; details.recovery_id names the recovery, details.since its time.",
  "webhook_endpoint.replay_started":
    "All that a webhook endpoint asks for of a time was asked for again; details name the recovery and both ends.",
  "webhook_endpoint.recovery_cancelled":
    "A running recovery, details.recovery_id, was ended; what it had made pending is still sent.",
  "import.created": "A product file was sent to be imported; details say how.",
  "import.cancelled": "An import was told to stop; what it had changed stays.",
  "import.released": "A held import of a source was let through all the same; details.reason says why.",
  "import.discarded": "A held import of a source was given up; it changed nothing.",
  "source.created": "A source was made; details say where its file is fetched from.",
  "source.updated":
    "A source changed; details.changed names its fields, auth when its login was replaced; details.host_keys are the " +
    "new ones where these changed.",
  "source.run_started": "A source's file was fetched by hand, beside the schedule; details.import_id names the import.",
  "source.deleted": "A source was deleted; what it had imported stays.",
  "webhook_endpoint.disabled":
    "The service disabled a webhook endpoint; details.reason says why: it answered 410 Gone, or kept failing.",
  "webhook_endpoint.deleted": "A webhook endpoint was deleted with its deliveries.",
  "feed.created": "A feed was made; details.channel_id names its channel.",
  "feed.updated": "A feed changed; details.changed names its fields.",
  "feed.deleted": "A feed was deleted with its runs; what was delivered stays where it is.",
  "run.started": "A run was asked for, beside the schedule; details.feed_id names its feed.",
  "run.released": "A held run was delivered all the same; details.reason says why.",
  "run.discarded": "A held run was given up.",
  "feed.reverted": "The files of an earlier run, details.to, were delivered again by details.run.",
} as const satisfies Record<`${string}.${string}`, string>;

export type AuditAction = keyof typeof AUDIT_ACTIONS;

/** All actions, for schemas. */
export const AUDIT_ACTION_NAMES = Object.keys(AUDIT_ACTIONS) as [AuditAction, ...AuditAction[]];

/** The type of the object that an action is done to: the word before the dot. */
export const objectTypeOf = (action: string): string => action.slice(0, action.indexOf("."));

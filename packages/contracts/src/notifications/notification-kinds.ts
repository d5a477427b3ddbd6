import type { Role } from "../roles.js";

/**
 * Every kind of problem that members can get mails about, with its meaning. A member gets one mail when a problem starts
 * and one when it is over. A kind keeps its name and meaning for good.
 */
export const NOTIFICATION_KINDS = {
  run_held: "A guard holds a run of a feed until a member decides.",
  run_failed: "The runs of a feed fail before anything is delivered.",
  delivery_failed: "A destination does not accept the files of a feed.",
  import_failed: "An uploaded product file could not be imported.",
  import_held: "An import of a source is held, because it would change more than its limits allow.",
  source_failing: "The file of a source cannot be fetched or imported.",
  endpoint_failing: "Deliveries to a webhook endpoint fail, or one of them failed for good.",
  endpoint_disabled: "The service disabled a webhook endpoint.",
} as const satisfies Record<string, string>;

export type NotificationKind = keyof typeof NOTIFICATION_KINDS;

/** The names of all kinds, as a tuple for z.enum. */
export const NOTIFICATION_KIND_NAMES = Object.keys(NOTIFICATION_KINDS) as [NotificationKind, ...NotificationKind[]];

/** Members who can act on a problem get its mails unless they choose otherwise. Viewers have to choose them. */
export const isNotifiedByDefault = (role: Role): boolean => role !== "viewer";

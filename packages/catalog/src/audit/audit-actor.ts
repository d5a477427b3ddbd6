import type { Principal } from "@skucast/contracts/principal";

/** The actor that the audit log shows for a principal: a key, a user with or without a connected app, or the system. */
export function auditActorOf(principal: Principal): { type: string; id: string; grantId?: string } {
  const { kind } = principal;
  switch (kind) {
    case "api_key":
      return { type: kind, id: principal.keyId };
    case "oauth":
      return { type: kind, id: principal.userId, grantId: principal.grantId };
    case "user":
      return { type: kind, id: principal.userId };
    case "system":
      return { type: kind, id: kind };
  }
}

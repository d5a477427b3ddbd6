import type { Principal } from "@skucast/contracts/principal";

/** Whom the audit log names for a principal: the key, or the person, through a connected app or not. */
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

import { Problem } from "@skucast/contracts/problem";

type PublishingStatus = "active" | "paused" | "archived";

/** The status changes that channels and feeds allow. An archived one stays archived. */
const ALLOWED: Readonly<Record<PublishingStatus, readonly PublishingStatus[]>> = {
  active: ["paused", "archived"],
  paused: ["active", "archived"],
  archived: [],
};

/** Rejects a status change that is not allowed; the problem names the ones that are. */
export function assertStatusChangeAllowed(from: PublishingStatus, to: PublishingStatus): void {
  const allowed = ALLOWED[from];
  if (from === to || allowed.includes(to)) return;
  const alternatives = allowed.length > 0 ? `it can become ${allowed.join(" or ")}` : "it stays as it is";
  throw new Problem("conflict", `The status cannot change from ${from} to ${to}; ${alternatives}.`, {
    members: { allowed },
  });
}

import type { Principal } from "@skucast/contracts/principal";
import { Problem } from "@skucast/contracts/problem";
import { isEmailVerified } from "@skucast/db/users/is-email-verified";
import type { CatalogContext } from "./context.js";

/**
 * Throws confirmed_address_required for a person who never confirmed the address of their account, where the deployment
 * sends mail. Anyone can sign up with the address of another person, and could otherwise leave keys and members behind that
 * outlast a reset of the password, or send invitations in that person's name. Keys and apps have no address.
 */
export async function requireConfirmedAddress(
  { db, needsConfirmedAddress }: Pick<CatalogContext, "db" | "needsConfirmedAddress">,
  principal: Principal,
): Promise<void> {
  if (!needsConfirmedAddress || principal.kind !== "user") return;
  if (await isEmailVerified(db, principal.userId)) return;
  throw new Problem(
    "confirmed_address_required",
    "Confirm your email address first: open the link in the email that you got when you signed up, or send another at /account. Then try again.",
  );
}

import { Problem } from "@skucast/contracts/problem";
import type { Me, MePatch } from "@skucast/contracts/workspaces/routes";
import type { Call, WriteOptions } from "../call.js";
import { runChange } from "../transactions.js";
import { meIn } from "./get-me.js";

/** Stores the language of the signed-in user. It belongs to the person, so no workspace records it. */
export function updateMe(call: Call<{ patch: MePatch } & WriteOptions>): Promise<Me> {
  const { principal } = call;
  if (principal.kind !== "user") {
    throw new Problem("forbidden", "Only a user who is signed in with a browser has a language to choose.");
  }
  const { language } = call.input.patch;
  return runChange(
    call,
    null,
    async ({ tx }) => {
      // Not `update`, which would return columns that the role may not read.
      if (language !== undefined) await tx.user.updateMany({ where: { id: principal.userId }, data: { language } });
      return meIn(tx, principal);
    },
    { isAllowedDuringDeletion: true },
  );
}

import { MANAGE_WORKSPACE } from "@skucast/contracts/scopes";
import type { SingleSignOn } from "@skucast/contracts/single-sign-on/single-sign-on";
import type { Call } from "../call.js";
import { requireFound } from "../require-found.js";
import { runRead } from "../transactions.js";
import { domainsOf, singleSignOnOf } from "./single-sign-on-row.js";

/** The workspace's single sign-on, without its secret. Throws not_found if it is not set up. */
export function getSingleSignOn(call: Call<object>): Promise<SingleSignOn> {
  return runRead(call, MANAGE_WORKSPACE, async (tx, workspaceId) => {
    const row = requireFound(
      await tx.singleSignOn.findUnique({ where: { workspaceId } }),
      "single sign-on",
      workspaceId,
    );
    return singleSignOnOf(row, await domainsOf(tx, workspaceId));
  });
}

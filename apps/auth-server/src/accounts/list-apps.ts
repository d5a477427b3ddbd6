import { listOwnGrants } from "@skucast/db/oauth/list-own-grants";
import { canonicalResource } from "../oauth/resource.js";
import { scopesIn } from "../oauth/scopes.js";
import type { AccountApps } from "../pages/app-sheet.js";
import { SCOPE_SENTENCES } from "../pages/scope-sentences.js";
import type { AccountsContext } from "./accounts-context.js";

/** The apps that act for a person, as the page of the account shows them. */
export async function listApps({ db, clock, publicUrl }: AccountsContext, userId: string): Promise<AccountApps> {
  const { grants, isWhole } = await listOwnGrants(db, userId, clock.now());
  const apps = grants.map(({ id, clientName, redirectHost, workspaceName, scope, createdAt, lastUsedAt }) => ({
    ...{ id, name: clientName, redirectHost, workspaceName, beganAt: createdAt, lastUsedAt },
    sentences: scopesIn(scope).map((each) => SCOPE_SENTENCES[each]),
  }));
  return { apps, isWhole, mcpAddress: canonicalResource(publicUrl) };
}

import { listOwnGrants } from "@skucast/db/oauth/list-own-grants";
import { texts } from "../language/request-language.js";
import { canonicalResource } from "../oauth/resource.js";
import { parseScopes } from "../oauth/scopes.js";
import type { AccountApps } from "../pages/apps-section.js";
import type { AccountsContext } from "./accounts-context.js";

/** The apps that act for a user, as the account page shows them. */
export async function listApps({ db, clock, publicUrl }: AccountsContext, userId: string): Promise<AccountApps> {
  const { grants, isWhole } = await listOwnGrants(db, userId, clock.now());
  const apps = grants.map(({ id, clientName, redirectHost, workspaceName, scope, createdAt, lastUsedAt }) => ({
    id,
    name: clientName,
    redirectHost,
    workspaceName,
    startedAt: createdAt,
    lastUsedAt,
    sentences: parseScopes(scope).map((each) => texts().connect.scopes[each]),
  }));
  return { apps, isWhole, mcpUrl: canonicalResource(publicUrl) };
}

import { Problem } from "@skucast/contracts/problem";
import type { Call } from "../resources.js";

/** Who the token is: its workspace, kind and scopes. */
export async function getMe({ ctx, principal }: Call<object>) {
  const { workspaceId } = principal;
  const workspace = await ctx.prisma.transaction(workspaceId, (tx) =>
    tx.workspace.findUnique({ where: { id: workspaceId } }),
  );
  if (!workspace) throw new Problem("invalid_token");
  return {
    kind: principal.kind,
    workspace: { id: workspace.id, name: workspace.name },
    scopes: [...principal.scopes],
    ...("keyId" in principal && { key_id: principal.keyId }),
    ...("userId" in principal && { user_id: principal.userId }),
    ...("clientId" in principal && { client_id: principal.clientId }),
  };
}

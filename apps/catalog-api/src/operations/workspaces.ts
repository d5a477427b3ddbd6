import { getMe } from "@skucast/catalog/workspaces/get-me";
import type { workspaceRoutes } from "@skucast/contracts/workspaces/routes";
import type { HandlersOf } from "@skucast/http-kit/handler";
import type { ApiContext } from "../context.js";

export function workspaceOperations({ catalog: ctx }: ApiContext): HandlersOf<typeof workspaceRoutes> {
  return {
    getMe: async ({ principal }) => ({ json: await getMe({ ctx, principal, input: {} }) }),
  };
}

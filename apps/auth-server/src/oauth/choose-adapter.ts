import type { Adapter } from "oidc-provider";
import type { AuthContext } from "../context.js";
import { artifactAdapter } from "./artifact-adapter.js";
import { clientAdapter } from "./client-adapter.js";
import { grantAdapter } from "./grant-adapter.js";

/**
 * The provider keeps a session of its own beside ours, remembers what was agreed to in it and binds tokens to it. It gets
 * none: who is signed in is told by our session alone, each time.
 */
const FORGETFUL: Adapter = {
  upsert: async () => undefined,
  find: async () => undefined,
  consume: async () => undefined,
  destroy: async () => undefined,
  revokeByGrantId: async () => undefined,
  findByUid: async () => undefined,
  findByUserCode: async () => undefined,
};

/** Where each model of the provider is kept. */
export const chooseAdapter =
  (ctx: AuthContext) =>
  (model: string): Adapter => {
    if (model === "Client") return clientAdapter(ctx);
    if (model === "Grant") return grantAdapter(ctx);
    return model === "Session" ? FORGETFUL : artifactAdapter(ctx, model);
  };

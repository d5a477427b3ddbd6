import type { Adapter } from "oidc-provider";
import type { AuthContext } from "../context.js";
import { artifactAdapter } from "./artifact-adapter.js";
import { clientAdapter } from "./client-adapter.js";
import { grantAdapter } from "./grant-adapter.js";

/**
 * The provider has a session of its own that remembers consent and binds tokens to it. It is discarded: only our
 * session decides who is signed in, each time.
 */
const NULL_ADAPTER: Adapter = {
  upsert: async () => undefined,
  find: async () => undefined,
  consume: async () => undefined,
  destroy: async () => undefined,
  revokeByGrantId: async () => undefined,
  findByUid: async () => undefined,
  findByUserCode: async () => undefined,
};

/** Chooses the store of each provider model. */
export const chooseAdapter =
  (ctx: AuthContext) =>
  (model: string): Adapter => {
    if (model === "Client") return clientAdapter(ctx);
    if (model === "Grant") return grantAdapter(ctx);
    return model === "Session" ? NULL_ADAPTER : artifactAdapter(ctx, model);
  };

import { createPullCredential, type NewPullCredential } from "@skucast/catalog/pull-credentials/create-pull-credential";
import { getPullCredential } from "@skucast/catalog/pull-credentials/get-pull-credential";
import { listPullCredentials } from "@skucast/catalog/pull-credentials/list-pull-credentials";
import { revokePullCredential } from "@skucast/catalog/pull-credentials/revoke-pull-credential";
import { FEED_FILES_PATH, type PullCredentialCreated } from "@skucast/contracts/pull-credentials/pull-credential";
import type { pullCredentialRoutes } from "@skucast/contracts/pull-credentials/routes";
import type { HandlersOf } from "@skucast/http-kit/handler";
import type { ApiContext } from "../context.js";
import { page } from "./pages.js";
import { createdWithSecret, noContent } from "./replies.js";
import { writeOptions } from "./write-options.js";

export function pullCredentialOperations({
  catalog: ctx,
  cursors,
  feeds,
}: ApiContext): HandlersOf<typeof pullCredentialRoutes> {
  function shown({ credential, secret, fileName, hostKeys }: NewPullCredential): PullCredentialCreated {
    if (credential.type === "https_pull") {
      return secret === undefined
        ? credential
        : { ...credential, url: `${feeds.url}${FEED_FILES_PATH}/${secret}/${fileName}` };
    }
    const password = secret === undefined ? {} : { password: secret };
    const login = { username: credential.id, ...password, host_keys: [...hostKeys] };
    return { ...credential, sftp: { ...feeds.sftp, ...login } };
  }

  return {
    listPullCredentials: (call) => {
      const { feed_id: feedId } = call.params;
      return page(cursors, call, { name: "pull-credentials", filter: { feedId } }, (input) =>
        listPullCredentials({ ctx, principal: call.principal, input: { ...input, feedId } }),
      );
    },

    createPullCredential: async (call) => {
      const options = writeOptions(call);
      const input = { feedId: call.params.feed_id, credential: call.body, ...options };
      const created = await createPullCredential({ ctx, principal: call.principal, input });
      return createdWithSecret(shown(created), "/pull-credentials", options.validateOnly);
    },

    getPullCredential: async ({ principal, params }) => ({
      json: await getPullCredential({ ctx, principal, input: { id: params.pull_credential_id } }),
    }),

    revokePullCredential: async (call) => {
      const input = { id: call.params.pull_credential_id, ...writeOptions(call) };
      await revokePullCredential({ ctx, principal: call.principal, input });
      return noContent;
    },
  };
}

import { createDomain } from "@skucast/catalog/domains/create-domain";
import { deleteDomain } from "@skucast/catalog/domains/delete-domain";
import { listDomains } from "@skucast/catalog/domains/list-domains";
import { verifyDomain } from "@skucast/catalog/domains/verify-domain";
import type { domainRoutes } from "@skucast/contracts/domains/routes";
import type { HandlersOf } from "@skucast/http-kit/handler";
import type { ApiContext } from "../context.js";
import { page } from "./pages.js";
import { noContent } from "./replies.js";
import { writeOptions } from "./write-options.js";

export function domainOperations({ catalog: ctx, cursors }: ApiContext): HandlersOf<typeof domainRoutes> {
  return {
    listDomains: (call) =>
      page(cursors, call, { name: "domains", filter: {} }, (input) =>
        listDomains({ ctx, principal: call.principal, input }),
      ),

    createDomain: async (call) => {
      const input = { domain: call.body.domain, ...writeOptions(call) };
      return { json: await createDomain({ ctx, principal: call.principal, input }) };
    },

    verifyDomain: async (call) => {
      const input = { domain: call.params.domain, ...writeOptions(call) };
      return { json: await verifyDomain({ ctx, principal: call.principal, input }) };
    },

    deleteDomain: async (call) => {
      const input = { domain: call.params.domain, ...writeOptions(call) };
      await deleteDomain({ ctx, principal: call.principal, input });
      return noContent;
    },
  };
}

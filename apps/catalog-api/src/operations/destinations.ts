import { confirmDestinationKey } from "@skucast/catalog/destinations/confirm-destination-key";
import { createDestination } from "@skucast/catalog/destinations/create-destination";
import { deleteDestination } from "@skucast/catalog/destinations/delete-destination";
import { getDestination } from "@skucast/catalog/destinations/get-destination";
import { listDestinations } from "@skucast/catalog/destinations/list-destinations";
import { rotateDestinationKey } from "@skucast/catalog/destinations/rotate-destination-key";
import { testDestination } from "@skucast/catalog/destinations/test-destination";
import { updateDestination } from "@skucast/catalog/destinations/update-destination";
import { verifyDestination } from "@skucast/catalog/destinations/verify-destination";
import type { destinationRoutes } from "@skucast/contracts/destinations/routes";
import type { HandlersOf } from "@skucast/http-kit/handler";
import type { ApiContext } from "../context.js";
import { page } from "./pages.js";
import { created, noContent, resource } from "./replies.js";
import { writeOptions } from "./write-options.js";

export function destinationOperations({ catalog: ctx, cursors }: ApiContext): HandlersOf<typeof destinationRoutes> {
  return {
    listDestinations: (call) =>
      page(cursors, call, { name: "destinations", filter: {} }, (input) =>
        listDestinations({ ctx, principal: call.principal, input }),
      ),

    createDestination: async (call) => {
      const options = writeOptions(call);
      const destination = await createDestination({
        ctx,
        principal: call.principal,
        input: { destination: call.body, ...options },
      });
      return created(destination, "/destinations", options.validateOnly);
    },

    getDestination: async ({ principal, params }) =>
      resource(await getDestination({ ctx, principal, input: { id: params.destination_id } })),

    updateDestination: async (call) => {
      const input = { id: call.params.destination_id, patch: call.body, ...writeOptions(call) };
      return resource(await updateDestination({ ctx, principal: call.principal, input }), input.validateOnly);
    },

    deleteDestination: async (call) => {
      await deleteDestination({
        ctx,
        principal: call.principal,
        input: { id: call.params.destination_id, ...writeOptions(call) },
      });
      return noContent;
    },

    testDestination: async (call) => {
      const input = { id: call.params.destination_id, write: call.body.write, ...writeOptions(call) };
      return { json: await testDestination({ ctx, principal: call.principal, input }) };
    },

    verifyDestination: async (call) => {
      const input = { id: call.params.destination_id, ...writeOptions(call) };
      return { json: await verifyDestination({ ctx, principal: call.principal, input }) };
    },

    rotateDestinationKey: async (call) => {
      const input = { id: call.params.destination_id, ...writeOptions(call) };
      return resource(await rotateDestinationKey({ ctx, principal: call.principal, input }), input.validateOnly);
    },

    confirmDestinationKey: async (call) => {
      const input = { id: call.params.destination_id, ...writeOptions(call) };
      return resource(await confirmDestinationKey({ ctx, principal: call.principal, input }), input.validateOnly);
    },
  };
}

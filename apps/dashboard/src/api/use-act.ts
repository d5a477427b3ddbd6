import type { ApiError } from "@skucast/client/api/api-error";
import { useMutation } from "@tanstack/react-query";
import { type Answer, callRoute, type RouteId, type Sent } from "./client.js";

/** A write. When it is done, everything that the page shows is asked anew (query-client.ts). */
export const useAct = <Id extends RouteId>(id: Id) =>
  useMutation<Answer<Id>, ApiError, Sent<Id>>({ mutationFn: (sent) => callRoute(id, sent) });

import type { ApiError } from "@skucast/client/api/api-error";
import { useMutation } from "@tanstack/react-query";
import { callRoute, type RequestOf, type ResponseOf, type RouteId } from "./client.js";

/** A write. When it succeeds, all queries are refetched (query-client.ts). */
export const useApiMutation = <Id extends RouteId>(id: Id) =>
  useMutation<ResponseOf<Id>, ApiError, RequestOf<Id>>({ mutationFn: (sent) => callRoute(id, sent) });

/// <reference path="./route-index.d.ts" />
import { ROUTE_INDEX } from "virtual:route-index";
import { type CallOf, createApiClient } from "@skucast/client/api/create-api-client";
import type { AnswerOf } from "@skucast/contracts/define-route";
import type { Routes } from "@skucast/contracts/routes";
import { fetchOrTakeEarly } from "./early-requests.js";

/** The REST API at this page's own origin, authenticated by the session cookie. */
export const api = createApiClient<Routes>({ routes: ROUTE_INDEX, baseUrl: "", fetch: fetchOrTakeEarly });

export type RouteId = keyof Routes & string;
export type ResponseOf<Id extends RouteId> = AnswerOf<Routes[Id]>;
export type RequestOf<Id extends RouteId> = CallOf<Routes[Id]>;

/** Routes that return a list, and the type of a list's entries. */
export type ListId = {
  [Id in RouteId]: ResponseOf<Id> extends { data: unknown[]; next_cursor: string | null } ? Id : never;
}[RouteId];
export type Entry<Id extends ListId> = ResponseOf<Id> extends { data: (infer Item)[] } ? Item : never;

/** Calls a route whose id is one of several. The request was type-checked where the id was named. */
export const callRoute = <Id extends RouteId>(id: Id, sent: RequestOf<Id>): Promise<ResponseOf<Id>> =>
  (api.call as (id: Id, sent: RequestOf<Id>) => Promise<ResponseOf<Id>>)(id, sent);

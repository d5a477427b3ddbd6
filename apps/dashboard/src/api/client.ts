/// <reference path="./route-places.d.ts" />
import { ROUTE_PLACES } from "virtual:route-places";
import { type CallOf, createApiClient } from "@skucast/client/api/create-api-client";
import type { AnswerOf } from "@skucast/contracts/define-route";
import type { Routes } from "@skucast/contracts/routes";

/** The REST API at this page's own origin, as the person whose session's cookie goes along. */
export const api = createApiClient<Routes>({ routes: ROUTE_PLACES, baseUrl: "" });

export type RouteId = keyof Routes & string;
export type Answer<Id extends RouteId> = AnswerOf<Routes[Id]>;
export type Sent<Id extends RouteId> = CallOf<Routes[Id]>;

/** Lists and what one entry of each is. */
export type ListId = {
  [Id in RouteId]: Answer<Id> extends { data: unknown[]; next_cursor: string | null } ? Id : never;
}[RouteId];
export type Entry<Id extends ListId> = Answer<Id> extends { data: (infer Item)[] } ? Item : never;

/** Calls a route whose id is only known as one of several: what has to be sent was checked where the id was named. */
export const callRoute = <Id extends RouteId>(id: Id, sent: Sent<Id>): Promise<Answer<Id>> =>
  (api.call as (id: Id, sent: Sent<Id>) => Promise<Answer<Id>>)(id, sent);

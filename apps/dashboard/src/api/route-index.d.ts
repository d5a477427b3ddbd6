/** Generated from the contracts by vite.config.ts. */
declare module "virtual:route-index" {
  import type { RoutePlaces } from "@skucast/client/api/create-api-client";
  import type { Route } from "@skucast/contracts/define-route";
  import type { Routes } from "@skucast/contracts/routes";

  export const ROUTE_INDEX: RoutePlaces<Routes> &
    Readonly<Record<keyof Routes, Pick<Route, "scope" | "wholeWorkspaceOnly">>>;
}

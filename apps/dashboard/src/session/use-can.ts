/// <reference path="../api/route-index.d.ts" />
import { ROUTE_INDEX } from "virtual:route-index";
import { type DenialReason, denialReason, isRestricted } from "@skucast/contracts/refusal-reason";
import type { Me } from "@skucast/contracts/workspaces/routes";
import type { RouteId } from "../api/client.js";
import { useSession } from "./session.js";

/** Why the user may not call a route; null if they may. */
export const useRefusal = (route: RouteId): DenialReason | null => denialReason(ROUTE_INDEX[route], useSession());

/** Whether the user may call a route. Actions that they may not perform are not shown. */
export const useCan = (route: RouteId): boolean => canCall(route, useSession());

/** The same for a known session. */
export const canCall = (route: RouteId, session: Me): boolean => denialReason(ROUTE_INDEX[route], session) === null;

/** Whether the user has access to some channels only. They cannot choose which products these channels publish. */
export const useIsRestricted = (): boolean => isRestricted(useSession());

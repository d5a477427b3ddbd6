/// <reference path="../api/route-index.d.ts" />
import { ROUTE_INDEX } from "virtual:route-index";
import { isRestricted, type RefusalReason, refusalReason } from "@skucast/contracts/refusal-reason";
import type { Me } from "@skucast/contracts/workspaces/routes";
import type { RouteId } from "../api/client.js";
import { useSession } from "./session.js";

/** Why the service would refuse the person an act, or to show something; null where it would not. */
export const useRefusal = (route: RouteId): RefusalReason | null => refusalReason(ROUTE_INDEX[route], useSession());

/** Whether the service lets the person do something: what they may not do is not offered. */
export const useCan = (route: RouteId): boolean => canCall(route, useSession());

/** The same, of somebody whose session is known. */
export const canCall = (route: RouteId, session: Me): boolean => refusalReason(ROUTE_INDEX[route], session) === null;

/** Whether the person sees some channels alone: which products these publish is not theirs to choose. */
export const useIsRestricted = (): boolean => isRestricted(useSession());

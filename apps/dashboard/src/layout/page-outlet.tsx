import { Outlet, useMatches } from "@tanstack/react-router";
import { AccessDenied } from "../components/access-denied.js";
import { useRefusal } from "../session/use-can.js";

/** The place that is at this address or, for who may not do what it is for, why not. */
export function PageOutlet() {
  const needs = useMatches({ select: (matches) => matches.at(-1)?.staticData.needs ?? "getMe" });
  const reason = useRefusal(needs);
  return reason === null ? <Outlet /> : <AccessDenied reason={reason} />;
}

import { Outlet, useMatches } from "@tanstack/react-router";
import { AccessDenied } from "../components/access-denied.js";
import { useRefusal } from "../session/use-can.js";

/** The current page or, for users without access to it, the reason. */
export function PageOutlet() {
  const needs = useMatches({ select: (matches) => matches.at(-1)?.staticData.needs ?? "getMe" });
  const reason = useRefusal(needs);
  return reason === null ? <Outlet /> : <AccessDenied reason={reason} />;
}

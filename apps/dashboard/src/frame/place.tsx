import { Outlet, useMatches } from "@tanstack/react-router";
import { Refused } from "../parts/refused.js";
import { useRefusal } from "../session/use-may.js";

/** The place that is at this address or, for who may not do what it is for, why not. */
export function Place() {
  const needs = useMatches({ select: (matches) => matches.at(-1)?.staticData.needs ?? "getMe" });
  const reason = useRefusal(needs);
  return reason === null ? <Outlet /> : <Refused reason={reason} />;
}

import { BROWSERS, type DeviceName, PROGRAMS, SYSTEMS } from "./device-names.js";

/**
 * A short description of a device such as `Firefox on Linux`, which helps users recognize their sessions. It contains
 * only our own words, never text from the user agent.
 */
export function describeDevice(userAgent: string | null): string {
  if (userAgent === null || userAgent === "") return "Unknown browser";
  const nameIn = (names: readonly DeviceName[]): string | undefined =>
    names.find(([pattern]) => pattern.test(userAgent))?.[1];
  const unknown = userAgent.startsWith("Mozilla/") ? "Another browser" : "Another program";
  const device = nameIn(PROGRAMS) ?? nameIn(BROWSERS) ?? unknown;
  const system = nameIn(SYSTEMS);
  return system === undefined ? device : `${device} on ${system}`;
}

import { BROWSERS, type DeviceName, PROGRAMS, SYSTEMS } from "./device-names.js";

/**
 * What signed in, in few words such as `Firefox on Linux`, for a person who looks for one that is not theirs. Only words of
 * ours: nothing of what a user agent says of itself gets to the page.
 */
export function describeDevice(userAgent: string | null): string {
  if (userAgent === null || userAgent === "") return "Unknown browser";
  const nameIn = (names: readonly DeviceName[]): string | undefined =>
    names.find(([sign]) => sign.test(userAgent))?.[1];
  const unknown = userAgent.startsWith("Mozilla/") ? "Another browser" : "Another program";
  const [device, system] = [nameIn(PROGRAMS) ?? nameIn(BROWSERS) ?? unknown, nameIn(SYSTEMS)];
  return system === undefined ? device : `${device} on ${system}`;
}

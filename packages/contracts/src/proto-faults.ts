import { pointerOf } from "./faults.js";
import type { Fault } from "./problem.js";

/** The name of a member that schemas of maps would drop. */
export const PROTO = "__proto__";
const FAULTS_MAX = 100;

/** A fault for each member named `__proto__` in parsed JSON, up to 100. The depth was limited before. */
export function protoFaultsOf(value: unknown): Fault[] {
  const faults: Fault[] = [];
  addFaults(value, [], faults);
  return faults;
}

function addFaults(value: unknown, path: readonly string[], faults: Fault[]): void {
  if (typeof value !== "object" || value === null) return;
  for (const [name, member] of Object.entries(value)) {
    if (faults.length === FAULTS_MAX) return;
    const place = [...path, name];
    if (name === PROTO) {
      faults.push({ pointer: pointerOf(place), code: "unknown_field", message: `must not be named ${PROTO}` });
    }
    addFaults(member, place, faults);
  }
}

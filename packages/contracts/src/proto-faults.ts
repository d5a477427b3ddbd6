import { pointerOf } from "./faults.js";
import type { Fault } from "./problem.js";

/** The name of a member that schemas of maps would drop. */
export const PROTO = "__proto__";
const FAULTS_MAX = 100;

/** A fault for each of the first members named `__proto__` in parsed JSON. The depth was limited before. */
export function protoFaultsOf(value: unknown, faultsMax = FAULTS_MAX): Fault[] {
  const faults: Fault[] = [];
  addFaults(value, [], { faults, faultsMax });
  return faults;
}

interface Found {
  readonly faults: Fault[];
  readonly faultsMax: number;
}

function addFaults(value: unknown, path: readonly string[], found: Found): void {
  if (typeof value !== "object" || value === null) return;
  for (const [name, member] of Object.entries(value)) {
    if (found.faults.length === found.faultsMax) return;
    const place = [...path, name];
    if (name === PROTO) {
      found.faults.push({ pointer: pointerOf(place), code: "unknown_field", message: `must not be named ${PROTO}` });
    }
    addFaults(member, place, found);
  }
}

import { Problem, validationFailed } from "@skucast/contracts/problem";
import { TargetRefused } from "@skucast/targets/target-refused";

/** Runs a check of the target guard. A rejected target becomes target_not_allowed at the field's pointer. */
export async function assertTargetAllowed(pointer: string, check: () => Promise<unknown>): Promise<void> {
  try {
    await check();
  } catch (error) {
    if (!(error instanceof TargetRefused)) throw error;
    const faults = validationFailed([{ pointer, code: "target_not_allowed", message: error.message }]).faults;
    throw new Problem("target_not_allowed", error.message, { faults });
  }
}

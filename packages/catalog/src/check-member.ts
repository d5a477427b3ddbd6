import { Problem, validationFailed } from "@skucast/contracts/problem";

/** Runs a check of one member of a body, at `pointer`, whose errors point into that member: they then point into the body. */
export async function checkMember<Result>(pointer: string, check: () => Result | Promise<Result>): Promise<Result> {
  try {
    return await check();
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== "validation_failed") throw error;
    throw validationFailed(error.faults.map((fault) => ({ ...fault, pointer: `${pointer}${fault.pointer}` })));
  }
}

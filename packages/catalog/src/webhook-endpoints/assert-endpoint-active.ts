import { Problem } from "@skucast/contracts/problem";

/** Throws a conflict for an endpoint that is paused or disabled. */
export function assertEndpointActive({ status }: { readonly status: string }): void {
  if (status !== "active") throw new Problem("conflict", `The endpoint is ${status}; set its status to active first.`);
}

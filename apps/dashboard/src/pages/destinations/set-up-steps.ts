import type { Destination } from "@skucast/contracts/destinations/destination";

/** How a destination is set up, in this order. */
export const SET_UP_STEPS = ["where", "login", "host_key", "test"] as const;
export type SetUpStep = (typeof SET_UP_STEPS)[number];

type Known = Pick<Destination, "host_keys" | "last_test" | "auth">;

/** Whether files can be sent there, as far as is known: that one was not tested lately says nothing against it. */
export const isSetUp = ({ host_keys: keys, last_test: test }: Known): boolean =>
  keys.length > 0 && test?.status !== "failed";

/** The step that a destination needs next: our key is shown until the server was looked at, so that the partner gets it. */
export function nextStep(destination: Known | undefined): SetUpStep {
  if (destination === undefined) return "where";
  if (destination.host_keys.length > 0) return "test";
  return destination.auth.type === "public_key" && destination.last_test === null ? "login" : "host_key";
}

/** The step that an address names; without one, the one that is needed. */
export const stepOf = (named: string | undefined, destination: Known | undefined): SetUpStep =>
  SET_UP_STEPS.find((step) => step === named) ?? nextStep(destination);

import type { Destination } from "@skucast/contracts/destinations/destination";

/** The setup steps, in this order. */
export const SET_UP_STEPS = ["where", "login", "host_key", "test"] as const;
export type SetUpStep = (typeof SET_UP_STEPS)[number];

type Known = Pick<Destination, "type" | "host_keys" | "last_test" | "auth">;

/** Whether files can be sent to the destination, as far as is known. A missing test does not count against it. */
export const isSetUp = ({ type, host_keys: keys, last_test: test }: Known): boolean =>
  (type !== "sftp" || keys.length > 0) && test?.status !== "failed";

/**
 * The next step that a destination needs. The login step shows our key until the first test, so that the partner can
 * install it.
 */
export function nextStep(destination: Known | undefined): SetUpStep {
  if (destination === undefined) return "where";
  if (destination.type !== "sftp" || destination.host_keys.length > 0) return "test";
  return destination.auth.type === "public_key" && destination.last_test === null ? "login" : "host_key";
}

/** The step in the URL or, without one, the next one that is needed. */
export const stepOf = (named: string | undefined, destination: Known | undefined): SetUpStep =>
  SET_UP_STEPS.find((step) => step === named) ?? nextStep(destination);

import {
  DESTINATION_TEST_STEPS,
  type DestinationTestStep,
  type DestinationTestStepName,
} from "@skucast/contracts/destinations/destination-test";
import { SftpFailure } from "./sftp-failure.js";

/** The steps of a test, of which none is climbed after one has failed. */
export interface TestLadder {
  /** The result of a step; undefined when it failed or one before it did. Throws what is no fault of the partner's. */
  climb<T>(name: DestinationTestStepName, work: () => Promise<T>): Promise<T | undefined>;
  /** Something worth knowing about the step that is being climbed. */
  remark(message: string): void;
  /** All steps in their order, those that were not climbed as skipped. */
  steps(): DestinationTestStep[];
}

export function startLadder(signal: AbortSignal): TestLadder {
  const climbed = new Map<DestinationTestStepName, DestinationTestStep>();
  let isBroken = false;
  let remarked: string | null = null;
  return {
    async climb(name, work) {
      if (isBroken) return undefined;
      remarked = null;
      const startedMs = performance.now();
      const note = (status: DestinationTestStep["status"], message: string | null) => {
        climbed.set(name, { name, status, message, duration_ms: Math.round(performance.now() - startedMs) });
      };
      try {
        const result = await work();
        note("passed", remarked);
        return result;
      } catch (error) {
        isBroken = true;
        note("failed", sentenceOf(error, signal));
        return undefined;
      }
    },
    remark(message) {
      remarked = message;
    },
    steps: () =>
      DESTINATION_TEST_STEPS.map(
        (name) => climbed.get(name) ?? { name, status: "skipped", message: null, duration_ms: 0 },
      ),
  };
}

function sentenceOf(error: unknown, signal: AbortSignal): string {
  if (error instanceof SftpFailure) return error.message;
  if (signal.aborted) return new SftpFailure("stalled", "the test took too long").message;
  throw error;
}

import {
  DESTINATION_TEST_STEPS,
  type DestinationTest,
  type DestinationTestStep,
  type DestinationTestStepName,
} from "@skucast/contracts/destinations/destination-test";
import { SftpFailure } from "./sftp-failure.js";

/** The steps of a test, of which none is climbed after one has failed. */
export interface TestLadder {
  /** The result of a step; undefined when it failed or one before it did. Throws what is not the host's fault. */
  climb<T>(name: DestinationTestStepName, work: () => Promise<T>): Promise<T | undefined>;
  /** Something that the host cannot do, about the step that is being climbed. */
  remark(message: string): void;
  /** Paths of files that may be left at the host. */
  leave(paths: readonly string[]): void;
  /** All steps in their order, those that were not climbed as skipped, and a summary of them. */
  result(): Omit<DestinationTest, "host_keys">;
}

const NEVER_CLIMBED = { status: "skipped", message: null, server_message: null, duration_ms: 0 } as const;

export function startLadder(signal: AbortSignal): TestLadder {
  const climbed = new Map<DestinationTestStepName, DestinationTestStep>();
  const limits = new Set<string>();
  let left: readonly string[] = [];
  let failed: { name: DestinationTestStepName; failure: SftpFailure } | undefined;
  return {
    async climb(name, work) {
      if (failed) {
        return undefined;
      }
      const before = new Set(limits);
      const startedMs = performance.now();
      const note = (result: Pick<DestinationTestStep, "status" | "message" | "server_message">) => {
        climbed.set(name, { name, ...result, duration_ms: Math.round(performance.now() - startedMs) });
      };
      try {
        const result = await work();
        const message = [...limits].filter((limit) => !before.has(limit)).join("; ") || null;
        note({ status: "passed", message, server_message: null });
        return result;
      } catch (error) {
        const failure = failureIn(error, signal);
        failed = { name, failure };
        note({ status: "failed", message: failure.message, server_message: failure.serverMessage });
        return undefined;
      }
    },
    remark: (message) => void limits.add(message),
    leave: (paths) => {
      left = paths;
    },
    result() {
      const steps = DESTINATION_TEST_STEPS.map((name) => climbed.get(name) ?? { name, ...NEVER_CLIMBED });
      const sentences = [...limits, ...left.map((path) => `left at the host: ${path}`)];
      return {
        status: failed ? "failed" : "passed",
        summary: [verdict(failed, climbed), ...sentences.map(sentence)].join(" "),
        steps,
      };
    },
  };
}

function verdict(
  failed: { name: DestinationTestStepName; failure: SftpFailure } | undefined,
  climbed: ReadonlyMap<DestinationTestStepName, DestinationTestStep>,
): string {
  if (failed?.name === "next_key") return "A run would deliver to this host; the new key is not accepted yet.";
  if (failed) return sentence(`A run would not deliver to this host: ${failed.failure.message}`);
  if (climbed.has("write")) return "A run would deliver to this host.";
  return "The login works. Whether files can be written was not tried.";
}

const sentence = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1).replace(/\.$/, "")}.`;

function failureIn(error: unknown, signal: AbortSignal): SftpFailure {
  if (error instanceof SftpFailure) return error;
  if (signal.aborted) return new SftpFailure("stalled", "the test took too long");
  throw error;
}

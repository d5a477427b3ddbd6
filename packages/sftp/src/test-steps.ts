import {
  DESTINATION_TEST_STEPS,
  type DestinationTest,
  type DestinationTestStep,
  type DestinationTestStepName,
} from "@skucast/contracts/destinations/destination-test";
import { SftpFailure } from "./sftp-failure.js";

/** Runs the steps of a destination test. After a step has failed, the others are skipped. */
export interface TestSteps {
  /** The result of a step; undefined when it failed or was skipped. Throws errors that the host did not cause. */
  run<T>(name: DestinationTestStepName, work: () => Promise<T>): Promise<T | undefined>;
  /** Adds a remark to the current step about something that the host cannot do. */
  remark(message: string): void;
  /** Sets the paths of files that may be left at the host. */
  setLeftBehind(paths: readonly string[]): void;
  /** All steps in their order, and a summary of them. */
  result(): Omit<DestinationTest, "host_keys">;
}

const SKIPPED = { status: "skipped", message: null, server_message: null, duration_ms: 0 } as const;

/** `names` are the steps of the test's protocol, in their order. */
export function createTestSteps(
  signal: AbortSignal,
  names: readonly DestinationTestStepName[] = DESTINATION_TEST_STEPS,
): TestSteps {
  const results = new Map<DestinationTestStepName, DestinationTestStep>();
  const limits = new Set<string>();
  let leftBehind: readonly string[] = [];
  let failed: { name: DestinationTestStepName; failure: SftpFailure } | undefined;
  return {
    async run(name, work) {
      if (failed) {
        return undefined;
      }
      const before = new Set(limits);
      const startedMs = performance.now();
      const note = (result: Pick<DestinationTestStep, "status" | "message" | "server_message">) => {
        results.set(name, { name, ...result, duration_ms: Math.round(performance.now() - startedMs) });
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
    setLeftBehind: (paths) => {
      leftBehind = paths;
    },
    result() {
      const steps = names.map((name) => results.get(name) ?? { name, ...SKIPPED });
      const sentences = [...limits, ...leftBehind.map((path) => `left at the host: ${path}`)];
      return {
        status: failed ? "failed" : "passed",
        summary: [verdict(failed, results), ...sentences.map(sentence)].join(" "),
        steps,
      };
    },
  };
}

function verdict(
  failed: { name: DestinationTestStepName; failure: SftpFailure } | undefined,
  results: ReadonlyMap<DestinationTestStepName, DestinationTestStep>,
): string {
  if (failed?.name === "next_key") return "A run would deliver to this host; the new key is not accepted yet.";
  if (failed) return sentence(`A run would not deliver to this host: ${failed.failure.message}`);
  if (results.has("write")) return "A run would deliver to this host.";
  if (!results.has("login")) return "The host can be reached. Sending files was not tested.";
  return "The login works. Writing files was not tested.";
}

const sentence = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1).replace(/\.$/, "")}.`;

function failureIn(error: unknown, signal: AbortSignal): SftpFailure {
  if (error instanceof SftpFailure) return error;
  if (signal.aborted) return new SftpFailure("stalled", "the test took too long");
  throw error;
}

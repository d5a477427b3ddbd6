import { z } from "zod";

export const DESTINATION_TEST_STEPS = [
  "connect",
  "host_key",
  "login",
  "folder",
  "write",
  "rename",
  "remove",
  "next_key",
] as const;
export type DestinationTestStepName = (typeof DESTINATION_TEST_STEPS)[number];

export const destinationTestRequestSchema = z.strictObject({
  write: z
    .boolean()
    .default(true)
    .describe("Set false if the partner processes every new file; the test then ends after listing the folder."),
});

const stepSchema = z.object({
  name: z.enum(DESTINATION_TEST_STEPS),
  status: z
    .enum(["passed", "failed", "skipped"])
    .describe("skipped: an earlier step failed, or the step was not requested."),
  message: z.string().nullable().describe("What went wrong, or what the host cannot do."),
  server_message: z
    .string()
    .nullable()
    .describe("The host's own message, shortened and without control characters or secrets."),
  duration_ms: z.int(),
});
export type DestinationTestStep = z.output<typeof stepSchema>;

/** The result of a test. A failed test is a successful request: the problem is in the destination. */
export const destinationTestSchema = z
  .object({
    status: z.enum(["passed", "failed"]).describe("passed: a run can deliver its files."),
    summary: z.string().describe("Whether a run can deliver to the host, and what the host cannot do."),
    host_keys: z
      .array(
        z.object({
          fingerprint: z.string().describe("SHA256:…, as ssh-keygen -l prints it."),
          type: z.string().describe("Such as ssh-ed25519."),
          is_pinned: z.boolean(),
        }),
      )
      .describe(
        "The host's keys, its preferred one first. Once a pinned key is confirmed, these are all keys that the host " +
          "announces; before, only those that two connections reveal.",
      ),
    steps: z.array(stepSchema),
  })
  .meta({ id: "DestinationTest" });
export type DestinationTest = z.output<typeof destinationTestSchema>;

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
    .describe(
      "false where the partner processes every file that appears; the test then ends with the listing of the folder.",
    ),
});

const stepSchema = z.object({
  name: z.enum(DESTINATION_TEST_STEPS),
  status: z
    .enum(["passed", "failed", "skipped"])
    .describe("skipped: a step before it failed, or it was not asked for."),
  message: z.string().nullable().describe("What went wrong, or what the host cannot do."),
  server_message: z
    .string()
    .nullable()
    .describe("The host's own words about it, shortened and without control characters or secrets."),
  duration_ms: z.int(),
});
export type DestinationTestStep = z.output<typeof stepSchema>;

/** What a test found. A failed test is an answer like any other: the destination, not the request, is at fault. */
export const destinationTestSchema = z
  .object({
    status: z.enum(["passed", "failed"]).describe("passed: a run would deliver its files."),
    summary: z.string().describe("Whether a run would deliver to the host, and what the host cannot do."),
    host_keys: z
      .array(
        z.object({
          fingerprint: z.string().describe("SHA256:…, as ssh-keygen -l prints it."),
          type: z.string().describe("Such as ssh-ed25519."),
          is_pinned: z.boolean(),
        }),
      )
      .describe(
        "The host's keys, the one that it prefers first. Once a pinned key is confirmed, those of every kind that the " +
          "host announces; before, those that two connections can show.",
      ),
    steps: z.array(stepSchema),
  })
  .meta({ id: "DestinationTest" });
export type DestinationTest = z.output<typeof destinationTestSchema>;

import { z } from "zod";

export const VERIFIED_FILE_STATUSES = ["equal", "different", "missing", "not_compared"] as const;

const verifiedFileSchema = z.object({
  feed_id: z.string(),
  run_id: z.string().describe("The feed's last run that was delivered to this destination."),
  name: z.string(),
  bytes: z.int().describe("Size of the delivered file."),
  status: z
    .enum(VERIFIED_FILE_STATUSES)
    .describe(
      "equal: same size and SHA-256 as the delivered file. missing: the host has no such file; partners often remove files " +
        "after processing. not_compared: the host does not allow reading, or the time limit was reached.",
    ),
  message: z.string().nullable().describe("What differs, or why the file was not compared."),
});
export type VerifiedFile = z.output<typeof verifiedFileSchema>;

/** The files at a destination, compared with what was last delivered there. */
export const destinationVerificationSchema = z
  .object({
    status: z
      .enum(["equal", "different", "incomplete", "nothing_delivered", "failed"])
      .describe(
        "equal: all files are equal. different: at least one differs or is missing. incomplete: none differs, but some could " +
          "not be compared. nothing_delivered: nothing has been delivered yet. failed: the host could not be checked; " +
          "message says why.",
      ),
    message: z.string().nullable(),
    server_message: z
      .string()
      .nullable()
      .describe("The host's own message about a failure, shortened and without control characters or secrets."),
    files: z.array(verifiedFileSchema),
  })
  .meta({ id: "DestinationVerification" });
export type DestinationVerification = z.output<typeof destinationVerificationSchema>;

import { z } from "zod";

export const VERIFIED_FILE_STATUSES = ["equal", "different", "missing", "not_compared"] as const;

const verifiedFileSchema = z.object({
  feed_id: z.string(),
  run_id: z.string().describe("The last run of the feed that was delivered to the destination."),
  name: z.string(),
  bytes: z.int().describe("Size of the file as it was delivered."),
  status: z
    .enum(VERIFIED_FILE_STATUSES)
    .describe(
      "equal: size and SHA-256 are those of the delivered file. missing: the host has no such file; partners who process " +
        "files often remove them. not_compared: the host does not allow reading, or the time was over.",
    ),
  message: z.string().nullable().describe("What differs, or why it was not compared."),
});
export type VerifiedFile = z.output<typeof verifiedFileSchema>;

/** What lies at a destination, compared with what was last delivered there. */
export const destinationVerificationSchema = z
  .object({
    status: z
      .enum(["equal", "different", "incomplete", "nothing_delivered", "failed"])
      .describe(
        "equal: every file is equal. different: at least one differs or is missing. incomplete: none differs, but not all " +
          "could be compared. nothing_delivered: nothing was delivered there yet. failed: the host could not be asked; " +
          "message says why.",
      ),
    message: z.string().nullable(),
    server_message: z
      .string()
      .nullable()
      .describe("The host's own words about a failure, shortened and without control characters or secrets."),
    files: z.array(verifiedFileSchema),
  })
  .meta({ id: "DestinationVerification" });
export type DestinationVerification = z.output<typeof destinationVerificationSchema>;

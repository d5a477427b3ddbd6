import { destinationVerificationSchema } from "@skucast/contracts/destinations/destination-verification";
import { ApiError } from "../api-client.js";
import { type Command, UsageError } from "./command.js";
import { withApiKey } from "./with-api-key.js";

const SENTENCES = {
  equal: "Every file is equal to what was delivered.",
  different: "Files differ from the last delivery, or are missing.",
  incomplete: "No file differs, but not all could be compared.",
  nothing_delivered: "Nothing has been delivered to this destination yet.",
  failed: "The server could not be checked",
} as const;

/** Only a difference exits with 1, so that scripts can distinguish it from an unreachable server. */
const EXIT_CODES = { equal: 0, different: 1, incomplete: 3, nothing_delivered: 3, failed: 3 } as const;

export const verifyDestination: Command = {
  words: "destinations verify",
  usage: "destinations verify DESTINATION_ID [--workspace WORKSPACE_ID]",
  summary:
    "Compare the files at a destination of the demo workspace or another one with the last delivery. Ends with 0 " +
    "when every file is equal, with 1 when a file differs or is missing, and with 3 when it could not be compared.",
  takes: ["DESTINATION_ID"],
  options: ["workspace"],
  run: (ctx) => {
    const [destinationId] = ctx.args;
    if (destinationId === undefined) throw new UsageError("Name the destination, such as dst_….");
    return withApiKey(ctx, async ({ api }) => {
      const answer = await api
        .call("POST", `/destinations/${encodeURIComponent(destinationId)}/verify`)
        .catch((error: unknown) => {
          if (!(error instanceof ApiError)) throw error;
          ctx.print(error.message);
        });
      if (answer === undefined) return EXIT_CODES.failed;
      const { status, message, server_message: said, files } = destinationVerificationSchema.parse(answer);
      for (const { name, status: result, bytes, run_id, message: note } of files)
        ctx.print(`${name}: ${result}${note === null ? "" : ` (${note})`}; ${bytes} bytes of ${run_id}`);
      ctx.print(`${SENTENCES[status]}${message === null ? "" : `: ${message}`}`);
      if (said !== null) ctx.print(`The server said: "${said}"`);
      if (status === "different") ctx.print("To deliver the files again: POST /feeds/{feed_id}/runs?coverage=full");
      return EXIT_CODES[status];
    });
  },
};

import { ApiError } from "@skucast/client/api/api-error";
import { api, type ResponseOf } from "../../api/client.js";

/** How long the service waits between two tests of a destination, when it does not say so itself. */
const WAIT_SECONDS = 5;

/**
 * Tests a destination; one that was tested a moment ago is tested when it may be again. `onWait` is told for how many
 * seconds that is, and null when the waiting is over.
 */
export async function testWhenAllowed(
  destinationId: string,
  onWait: (seconds: number | null) => void,
): Promise<ResponseOf<"testDestination">> {
  const sent = { params: { destination_id: destinationId }, body: {} };
  try {
    return await api.call("testDestination", sent);
  } catch (error) {
    if (!(error instanceof ApiError && error.code === "rate_limited")) throw error;
    const seconds = error.retryAfterSeconds ?? WAIT_SECONDS;
    onWait(seconds);
    await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
    onWait(null);
    return api.call("testDestination", sent);
  }
}

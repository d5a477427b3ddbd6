import { ApiError } from "@skucast/client/api/api-error";
import { api, type ResponseOf } from "../../api/client.js";

/** Minimum interval between two tests of a destination, if the service does not state it. */
const WAIT_SECONDS = 5;

/**
 * Tests a destination. If it was tested too recently, waits until the next test is allowed. `onWait` is called with the
 * seconds to wait, and with null when the wait is over.
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

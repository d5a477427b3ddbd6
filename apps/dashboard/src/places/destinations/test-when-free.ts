import { ApiError } from "@skucast/client/api/api-error";
import { type Answer, api } from "../../api/client.js";

/** How long the service waits between two tests of a destination, when it does not say so itself. */
const WAIT_SECONDS = 5;

/** Tests a destination; one that was tested a moment ago is tested when it may be again. */
export async function testWhenFree(destinationId: string): Promise<Answer<"testDestination">> {
  const sent = { params: { destination_id: destinationId }, body: {} };
  try {
    return await api.call("testDestination", sent);
  } catch (error) {
    if (!(error instanceof ApiError && error.code === "rate_limited")) throw error;
    await new Promise((resolve) => setTimeout(resolve, (error.retryAfterSeconds ?? WAIT_SECONDS) * 1000));
    return api.call("testDestination", sent);
  }
}

import type { CDPSession } from "playwright-core";

export interface SentRequest {
  readonly url: string;
  /** One more than the highest round of the requests that were answered before it was sent: it may have waited for them. */
  readonly round: number;
  /** The URLs that had been sent when this response was complete. */
  readonly sentBefore: readonly string[];
  /** Of the complete response. */
  readonly bytes: number;
}

/** Observes in how many round trips a page loads, and how much; the result returns the requests until now. `Network.enable` must have been sent. */
export function watchRounds(devtools: CDPSession): () => readonly SentRequest[] {
  const sent = new Map<string, { -readonly [Name in keyof SentRequest]: SentRequest[Name] }>();
  let answered = 0;
  devtools.on("Network.requestWillBeSent", ({ requestId, request }) => {
    sent.set(requestId, { url: request.url, round: answered + 1, sentBefore: [], bytes: 0 });
  });
  devtools.on("Network.responseReceived", ({ requestId }) => {
    answered = Math.max(answered, sent.get(requestId)?.round ?? 0);
  });
  devtools.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    const request = sent.get(requestId);
    if (request === undefined) return;
    request.sentBefore = [...sent.values()].map(({ url }) => url);
    request.bytes = encodedDataLength;
  });
  return () => [...sent.values()];
}

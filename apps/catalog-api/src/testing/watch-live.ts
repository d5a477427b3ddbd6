import { eventually } from "@skucast/testkit/eventually";

/** One server-sent event. */
export interface LiveEvent {
  readonly name: string;
  readonly message: { readonly kinds?: readonly string[] };
}

/** An open change stream. */
export interface LiveWatch {
  readonly status: number;
  readonly headers: Headers;
  /** The events so far, oldest first. */
  readonly events: readonly LiveEvent[];
  /** Kinds that were reported as changed since the last call. */
  takeKinds(): string[];
  /** Resolves when the kind is reported as changed; rejects with StreamEndedError if the stream ends before. */
  reported(kind: string): Promise<void>;
  /** Resolves when the service ends the stream. */
  readonly ended: Promise<void>;
  /** Disconnects like a closed tab. */
  leave(): Promise<void>;
}

/** The service ended a stream before the expected change. It may do so at any time; clients reconnect. */
export class StreamEndedError extends Error {
  override readonly name = "StreamEndedError";
}

/** Opens a stream and reads it in the background. */
export async function watchLive(url: string, headers: Readonly<Record<string, string>>): Promise<LiveWatch> {
  const leaving = new AbortController();
  const response = await fetch(url, { headers, signal: leaving.signal });
  const events: LiveEvent[] = [];
  const kinds: string[] = [];
  let isOpen = true;
  const ended = read(response, (event) => {
    events.push(event);
    kinds.push(...(event.message.kinds ?? []));
  })
    .catch(() => undefined)
    .finally(() => {
      isOpen = false;
    });
  const reported = async (kind: string) => {
    const isReported = () => kinds.includes(kind);
    await eventually(() => isReported() || !isOpen);
    if (!isReported()) throw new StreamEndedError(`The stream ended before it reported ${kind}.`);
  };
  return {
    status: response.status,
    headers: response.headers,
    events,
    ended,
    reported,
    takeKinds: () => kinds.splice(0),
    leave: () => {
      leaving.abort();
      return ended;
    },
  };
}

async function read(response: Response, hear: (event: LiveEvent) => void): Promise<void> {
  if (!response.ok || response.body === null) return;
  let text = "";
  for await (const piece of response.body.pipeThrough(new TextDecoderStream())) {
    const blocks = (text + piece).split("\n\n");
    text = blocks.pop() ?? "";
    for (const block of blocks) {
      const found = /^event: (.+)\ndata: (.+)$/.exec(block);
      if (found?.[1] && found[2]) hear({ name: found[1], message: JSON.parse(found[2]) });
    }
  }
}

import { eventually } from "@skucast/testkit/eventually";

/** One server-sent event as it was read. */
export interface LiveEvent {
  readonly name: string;
  readonly message: { readonly kinds?: readonly string[] };
}

/** A stream of changes, read from outside. */
export interface LiveWatch {
  readonly status: number;
  readonly headers: Headers;
  /** What has been read until now, oldest first. */
  readonly events: readonly LiveEvent[];
  /** Kinds that were told to have changed since the last call. */
  takeKinds(): string[];
  /** Resolves when the kind has been told; rejects with StreamEndedError when the stream ends before that. */
  told(kind: string): Promise<void>;
  /** Resolves when the service has ended the stream. */
  readonly ended: Promise<void>;
  /** Goes away, as a closed tab does. */
  leave(): Promise<void>;
}

/** The service ended a stream before it told what was waited for. It may, at any time: readers connect again. */
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
  const told = async (kind: string) => {
    const isTold = () => kinds.includes(kind);
    await eventually(() => isTold() || !isOpen);
    if (!isTold()) throw new StreamEndedError(`The stream ended before it told of ${kind}.`);
  };
  return {
    status: response.status,
    headers: response.headers,
    events,
    ended,
    told,
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

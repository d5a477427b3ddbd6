import type { Connection, SFTPWrapper } from "ssh2";

/*
 * The only code here that uses private members of ssh2. `ssh2-internals.int.test.ts` uses each of them with a real client
 * and fails when a version of ssh2 has changed one. A missing member throws at its first use.
 */

interface Protocol {
  channelWindowAdjust(channel: number, bytes: number): void;
  exitStatus(channel: number, status: number): void;
  disconnect(reason: number): void;
}

const PROTOCOL_METHODS = ["channelWindowAdjust", "exitStatus", "disconnect"] as const;

function protocolOf(owner: Connection | SFTPWrapper): Protocol {
  const protocol: unknown = Reflect.get(owner, "_protocol");
  const isKnown =
    typeof protocol === "object" &&
    protocol !== null &&
    PROTOCOL_METHODS.every((name) => typeof Reflect.get(protocol, name) === "function");
  if (!isKnown) throw new Error("This version of ssh2 has a different protocol object.");
  return protocol as Protocol;
}

interface ChannelEnds {
  readonly incoming: { window: number; readonly state: string };
  readonly outgoing: { readonly id: number };
}

function endsOf(sftp: SFTPWrapper): ChannelEnds {
  const { incoming, outgoing } = sftp as unknown as Partial<ChannelEnds>;
  const isKnown = typeof incoming?.window === "number" && typeof outgoing?.id === "number";
  if (!isKnown) throw new Error("This version of ssh2 has a different channel object.");
  return { incoming, outgoing };
}

/** The incoming side of an SFTP session's channel, before ssh2 reads it. */
export interface Incoming {
  /** Makes ssh2 parse the bytes and emit the request. */
  passOn(bytes: Buffer): void;
  /** Makes ssh2 emit `end`. */
  passOnEnd(): void;
  /** Allows the client to send this many more bytes. */
  widenWindow(bytes: number): void;
  /** Whether the client has closed the channel and accepts no more answers. */
  isClosed(): boolean;
}

/**
 * Passes everything that arrives to `receive` instead of ssh2. Null is the end, which may be passed more than once. From then
 * on only `widenWindow` allows the client to send more (RFC 4254, section 5.2): ssh2 widens the window when its count has come
 * down to 1 MiB, and an infinite count never does.
 */
export function interceptIncoming(sftp: SFTPWrapper, receive: (bytes: Buffer | null) => void): Incoming {
  const protocol = protocolOf(sftp);
  const { incoming, outgoing } = endsOf(sftp);
  const push: unknown = Reflect.get(sftp, "push");
  if (typeof push !== "function")
    throw new Error("This version of ssh2 passes data to SFTP sessions in a different way.");
  Reflect.set(sftp, "push", receive);
  incoming.window = Number.POSITIVE_INFINITY;
  return {
    passOn: (bytes) => push.call(sftp, bytes),
    passOnEnd: () => push.call(sftp, null),
    widenWindow: (bytes) => protocol.channelWindowAdjust(outgoing.id, bytes),
    isClosed: () => incoming.state === "closed",
  };
}

/**
 * Whether answers are buffered in ssh2, where the socket does not count them: because the client has not widened its window,
 * or during a key exchange, when ssh2 holds back all packets.
 */
export function isBackedUp(sftp: SFTPWrapper): boolean {
  const buffered: unknown = Reflect.get(sftp, "_buffer");
  if (!Array.isArray(buffered)) throw new Error("This version of ssh2 buffers answers in a different way.");
  return buffered.length > 0 || Reflect.get(protocolOf(sftp), "_kexinit") !== undefined;
}

/** Sends exit status 0, which ssh2 does only for commands. OpenSSH's scp treats an end without one as a failure. */
export function sendExitStatus(sftp: SFTPWrapper): void {
  protocolOf(sftp).exitStatus(endsOf(sftp).outgoing.id, 0);
}

/** Sends SSH_MSG_DISCONNECT with a reason of RFC 4253, section 11.1. ssh2's `end()` supports only one reason. */
export function sendDisconnect(connection: Connection, reason: number): void {
  protocolOf(connection).disconnect(reason);
}

import type { Connection, SFTPWrapper } from "ssh2";

/*
 * Everything that the server needs of ssh2 and that ssh2 has no public member for. Nothing else here touches a member whose
 * name begins with an underscore. `ssh2-internals.int.test.ts` talks to a real client through each of them and fails when a
 * version of ssh2 has changed one; a member that is missing throws at its first use.
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
  if (!isKnown) throw new Error("This version of ssh2 has another protocol object.");
  return protocol as Protocol;
}

interface ChannelEnds {
  readonly incoming: { window: number; readonly state: string };
  readonly outgoing: { readonly id: number };
}

function endsOf(sftp: SFTPWrapper): ChannelEnds {
  const { incoming, outgoing } = sftp as unknown as Partial<ChannelEnds>;
  const isKnown = typeof incoming?.window === "number" && typeof outgoing?.id === "number";
  if (!isKnown) throw new Error("This version of ssh2 has another channel object.");
  return { incoming, outgoing };
}

/** What comes in on the channel of an SFTP session, before ssh2 reads it. */
export interface Incoming {
  /** Has ssh2 read bytes and emit the request that they are. */
  handOn(bytes: Buffer): void;
  /** Has ssh2 emit `end`. */
  handOnEnd(): void;
  /** Lets the client send so many bytes more. */
  giveBack(bytes: number): void;
  /** Whether the client has closed the channel and takes no more answers. */
  isClosed(): boolean;
}

/**
 * Has everything that comes in go to `receive` instead of ssh2; null is the end, which may come more than once. From here on the
 * client may send more (RFC 4254, section 5.2) only by `giveBack`: ssh2 allows more when its count of the window has come down to
 * half, and an infinite count never does.
 */
export function interceptIncoming(sftp: SFTPWrapper, receive: (bytes: Buffer | null) => void): Incoming {
  const protocol = protocolOf(sftp);
  const { incoming, outgoing } = endsOf(sftp);
  const push: unknown = Reflect.get(sftp, "push");
  if (typeof push !== "function") throw new Error("This version of ssh2 hands data to SFTP sessions in another way.");
  Reflect.set(sftp, "push", receive);
  incoming.window = Number.POSITIVE_INFINITY;
  return {
    handOn: (bytes) => push.call(sftp, bytes),
    handOnEnd: () => push.call(sftp, null),
    giveBack: (bytes) => protocol.channelWindowAdjust(outgoing.id, bytes),
    isClosed: () => incoming.state === "closed",
  };
}

/**
 * Whether answers wait in ssh2 where no count of the socket shows them: the client has opened no more window, or an exchange
 * of new keys is not over, during which ssh2 keeps every packet.
 */
export function isBackedUp(sftp: SFTPWrapper): boolean {
  const waiting: unknown = Reflect.get(sftp, "_buffer");
  if (!Array.isArray(waiting)) throw new Error("This version of ssh2 keeps answers that wait in another place.");
  return waiting.length > 0 || Reflect.get(protocolOf(sftp), "_kexinit") !== undefined;
}

/** Sends exit status 0, which ssh2 does for commands alone; OpenSSH's scp takes an end without one for a failure. */
export function sendExitStatus(sftp: SFTPWrapper): void {
  protocolOf(sftp).exitStatus(endsOf(sftp).outgoing.id, 0);
}

/** Sends SSH_MSG_DISCONNECT with a reason of RFC 4253, section 11.1; ssh2's `end()` knows one reason alone. */
export function sendDisconnect(connection: Connection, reason: number): void {
  protocolOf(connection).disconnect(reason);
}

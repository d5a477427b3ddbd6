import type { Socket } from "node:net";

/** Reasons of SSH_MSG_DISCONNECT (RFC 4253, section 11.1). */
export const DISCONNECT_REASONS = { not_allowed: 1, by_application: 11, too_many: 12 } as const;

/** The reason for the end of a connection, as sent to its client. */
export interface DisconnectNotice {
  readonly reason: keyof typeof DISCONNECT_REASONS;
  readonly text: string;
}

/** Connections that the server has ended and whose clients may still be reading the reason. */
export interface ClosingConnections {
  /** Ends a connection on which nothing was sent yet, with the server's identification and the reason. */
  refuse(socket: Socket, notice: DisconnectNotice): void;
  /** Keeps a connection open after the reason was sent, until the client closes it or the time limit is reached. */
  keep(socket: Socket): void;
  closeAll(): void;
}

export const IDENTIFICATION = "feed-server";
const CLOSE_TIMEOUT_MS = 5_000;
/** When there are more, the oldest is closed. */
const KEPT_MAX = 300;
const DISCONNECT = 1;
const BLOCK_BYTES = 8;
const PADDING_BYTES_MIN = 4;

/**
 * A connection that is closed while it has unread data is reset, and the client may lose what it has not read yet. So what
 * the client still sends is read and dropped until it has closed its side.
 */
export function createClosingConnections(): ClosingConnections {
  const kept = new Set<Socket>();

  function keep(socket: Socket): void {
    const [oldest] = kept;
    if (oldest && kept.size >= KEPT_MAX) oldest.destroy();
    kept.add(socket);
    const late = setTimeout(() => socket.destroy(), CLOSE_TIMEOUT_MS);
    late.unref();
    socket.once("close", () => {
      clearTimeout(late);
      kept.delete(socket);
    });
    socket.resume();
  }

  return {
    refuse(socket, notice) {
      socket.write(`SSH-2.0-${IDENTIFICATION}\r\n`);
      writeDisconnect(socket, notice);
      keep(socket);
    },
    keep,
    closeAll() {
      for (const socket of kept) socket.destroy();
    },
  };
}

/** Sends the reason and ends the server's side. Only before the key exchange, because the packet is not encrypted. */
export function writeDisconnect(socket: Socket, notice: DisconnectNotice): void {
  socket.end(disconnectPacket(notice));
}

/** The unencrypted packet (RFC 4253, sections 6 and 11.1): reason, description and an empty language tag. */
export function disconnectPacket({ reason, text }: DisconnectNotice): Buffer {
  const description = Buffer.from(text, "utf8");
  const payloadBytes = 1 + 4 + 4 + description.length + 4;
  const unpadded = 4 + 1 + payloadBytes;
  const paddingBytes =
    PADDING_BYTES_MIN + ((BLOCK_BYTES - ((unpadded + PADDING_BYTES_MIN) % BLOCK_BYTES)) % BLOCK_BYTES);
  const packet = Buffer.alloc(unpadded + paddingBytes);
  packet.writeUInt32BE(packet.length - 4, 0);
  packet.writeUInt8(paddingBytes, 4);
  packet.writeUInt8(DISCONNECT, 5);
  packet.writeUInt32BE(DISCONNECT_REASONS[reason], 6);
  packet.writeUInt32BE(description.length, 10);
  description.copy(packet, 14);
  return packet;
}

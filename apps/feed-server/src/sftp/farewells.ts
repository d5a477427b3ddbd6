import type { Socket } from "node:net";

/** Reasons of SSH_MSG_DISCONNECT (RFC 4253, section 11.1). */
export const DISCONNECT_REASONS = { not_allowed: 1, by_application: 11, too_many: 12 } as const;

/** Why a connection ends, as its client reads it. */
export interface Farewell {
  readonly reason: keyof typeof DISCONNECT_REASONS;
  readonly text: string;
}

/** Connections that are over for us and whose clients may still be reading why. */
export interface Farewells {
  /** Sends our identification and the reason to a client that has heard nothing yet, and ends the connection. */
  refuse(socket: Socket, farewell: Farewell): void;
  /** Looks after a connection that has been told the reason, until the client closes it or its time is over. */
  keep(socket: Socket): void;
  closeAll(): void;
}

export const IDENTIFICATION = "feed-server";
const FAREWELL_MS = 5_000;
/** Of more connections than these the oldest is closed at once. */
const KEPT_MAX = 300;
const DISCONNECT = 1;
const BLOCK_BYTES = 8;
const PADDING_BYTES_MIN = 4;

/**
 * A connection that is closed while something that the client sent is unread is reset, and the client may lose what it has not
 * read yet. So what it still sends is read and dropped until it has closed its side.
 */
export function createFarewells(): Farewells {
  const kept = new Set<Socket>();

  function keep(socket: Socket): void {
    const [oldest] = kept;
    if (oldest && kept.size >= KEPT_MAX) oldest.destroy();
    kept.add(socket);
    const late = setTimeout(() => socket.destroy(), FAREWELL_MS);
    late.unref();
    socket.once("close", () => {
      clearTimeout(late);
      kept.delete(socket);
    });
    socket.resume();
  }

  return {
    refuse(socket, farewell) {
      socket.write(`SSH-2.0-${IDENTIFICATION}\r\n`);
      writeDisconnect(socket, farewell);
      keep(socket);
    },
    keep,
    closeAll() {
      for (const socket of kept) socket.destroy();
    },
  };
}

/** Sends the reason and ends our side. Only before keys are exchanged: the packet is not encrypted. */
export function writeDisconnect(socket: Socket, farewell: Farewell): void {
  socket.end(disconnectPacket(farewell));
}

/** The unencrypted packet (RFC 4253, sections 6 and 11.1): reason, description and an empty language tag. */
export function disconnectPacket({ reason, text }: Farewell): Buffer {
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

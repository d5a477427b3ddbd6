import type { Socket } from "node:net";

/** The lists of a host's SSH_MSG_KEXINIT, in its order of preference (RFC 4253, section 7.1). */
export interface KexOffer {
  readonly kex: readonly string[];
  readonly serverHostKey: readonly string[];
  readonly cipher: readonly string[];
  readonly hmac: readonly string[];
}

const MSG_KEXINIT = 20;
const COOKIE_BYTES = 16;
/** Bytes that are read to find the host's offer. Every packet of up to 35,000 bytes must fit (RFC 4253, section 6.1). */
const BYTES_MAX = 64 * 1024;

/**
 * Reads the host's offer from the socket, because ssh2 does not expose it. Returns a function that returns the offer;
 * undefined until it has arrived completely. Call it right after passing the socket to ssh2.
 */
export function watchKexOffer(socket: Socket): () => KexOffer | undefined {
  let bytes = Buffer.alloc(0);
  let offer: KexOffer | undefined;
  const stop = () => socket.off("data", listen);
  const listen = (chunk: Buffer) => {
    bytes = Buffer.concat([bytes, chunk]);
    offer = readKexOffer(bytes);
    if (offer || bytes.length >= BYTES_MAX) stop();
  };
  socket.on("data", listen);
  return () => offer;
}

/** The offer in the first bytes from a host; undefined when they do not contain all of it. */
export function readKexOffer(bytes: Buffer): KexOffer | undefined {
  const start = endOfIdentification(bytes);
  if (start === undefined || bytes.length < start + 6) return undefined;
  const end = start + 4 + bytes.readUInt32BE(start);
  if (bytes.length < end || bytes[start + 5] !== MSG_KEXINIT) return undefined;
  const lists: string[][] = [];
  for (let at = start + 6 + COOKIE_BYTES; lists.length < 6 && at + 4 <= end; ) {
    const length = bytes.readUInt32BE(at);
    if (at + 4 + length > end) return undefined;
    lists.push(bytes.toString("latin1", at + 4, at + 4 + length).split(","));
    at += 4 + length;
  }
  const [kex, serverHostKey, cipher, , hmac] = lists;
  return kex && serverHostKey && cipher && hmac && { kex, serverHostKey, cipher, hmac };
}

/** Where the packets start: after the line that starts with "SSH-". Other lines may precede it (RFC 4253, section 4.2). */
function endOfIdentification(bytes: Buffer): number | undefined {
  for (let at = 0; at < bytes.length; ) {
    const end = bytes.indexOf(0x0a, at);
    if (end < 0) return undefined;
    if (bytes.toString("latin1", at, at + 4) === "SSH-") return end + 1;
    at = end + 1;
  }
  return undefined;
}

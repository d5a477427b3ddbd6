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
/** A host's identification and first packet are read up to here (RFC 4253, section 6.1, asks for 35,000 bytes a packet). */
const BYTES_MAX = 64 * 1024;

/**
 * Reads along what the host offers, which ssh2 keeps to itself. Answers a function that gives the offer, undefined as long
 * as it has not arrived whole. Call it right after ssh2 has been given the socket.
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

/** The offer in the first bytes that a host sends; undefined when they do not hold all of it. */
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

/** Where the packets begin: after the line that starts with "SSH-"; others may come before it (RFC 4253, section 4.2). */
function endOfIdentification(bytes: Buffer): number | undefined {
  for (let at = 0; at < bytes.length; ) {
    const end = bytes.indexOf(0x0a, at);
    if (end < 0) return undefined;
    if (bytes.toString("latin1", at, at + 4) === "SSH-") return end + 1;
    at = end + 1;
  }
  return undefined;
}

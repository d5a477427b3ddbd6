import ipaddr from "ipaddr.js";
import { isMetadataAddress } from "./address-policy.js";

interface Range {
  readonly network: ipaddr.IPv4 | ipaddr.IPv6;
  readonly bits: number;
  /** The one port that is opened; null for all. */
  readonly port: number | null;
}

/** Private ranges that the operator opens to tenants. */
export interface AllowList {
  /**
   * Whether the operator allowed this address, at this port or, without one, at any; a metadata address only where it
   * was named by itself (/32, /128).
   */
  has(address: ipaddr.IPv4 | ipaddr.IPv6, port?: number): boolean;
}

/**
 * Reads an operator's list: CIDR ranges or single addresses, an IPv4 one also with a port (10.0.0.8:2222), separated by commas (or already separated). Throws an
 * Error that names the entry which is neither. An empty list allows nothing.
 */
export function parseAllowList(cidrs: string | readonly string[]): AllowList {
  const entries = typeof cidrs === "string" ? cidrs.split(",") : cidrs;
  const ranges = entries
    .map((entry) => entry.trim())
    .filter((entry) => entry !== "")
    .map(parseRange);
  return { has: (address, port) => ranges.some((range) => isInside(address, port, range)) };
}

function parseRange(entry: string): Range {
  const [, single = "", portText] = /^([\d.]+):(\d{1,5})$/.exec(entry) ?? [];
  const [, address = single, bitsText] = /^([0-9a-f.:]+)(?:\/(\d{1,3}))?$/i.exec(single === "" ? entry : single) ?? [];
  const isDotted = ipaddr.IPv4.isValidFourPartDecimal(address);
  if (!isDotted && !ipaddr.IPv6.isValid(address)) throw notARange(entry);
  const bits = bitsText === undefined ? (isDotted ? 32 : 128) : Number(bitsText);
  if (bits > (isDotted ? 32 : 128) || Number(portText ?? 0) > 65_535) throw notARange(entry);
  return { network: ipaddr.parse(address), bits, port: portText === undefined ? null : Number(portText) };
}

function notARange(entry: string): Error {
  return new Error(`"${entry}" is not an IP range; write ranges like 10.0.0.0/8, 127.0.0.1 or fd00::/8, with commas`);
}

function isInside(
  address: ipaddr.IPv4 | ipaddr.IPv6,
  port: number | undefined,
  { network, bits, port: onlyPort }: Range,
): boolean {
  if (onlyPort !== null && port !== undefined && port !== onlyPort) return false;
  if (address.kind() !== network.kind() || !address.match(network, bits)) return false;
  return !isMetadataAddress(address) || bits === (address.kind() === "ipv4" ? 32 : 128);
}

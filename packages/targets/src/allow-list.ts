import ipaddr from "ipaddr.js";
import { isMetadataAddress } from "./address-policy.js";

type Range = [ipaddr.IPv4 | ipaddr.IPv6, number];

/** Private ranges that the operator opens to tenants. */
export interface AllowList {
  /** Whether the operator allowed this address; a metadata address only where it was named by itself (/32, /128). */
  has(address: ipaddr.IPv4 | ipaddr.IPv6): boolean;
}

/**
 * Reads an operator's list: CIDR ranges or single addresses, separated by commas (or already separated). Throws an
 * Error that names the entry which is neither. An empty list allows nothing.
 */
export function parseAllowList(cidrs: string | readonly string[]): AllowList {
  const entries = typeof cidrs === "string" ? cidrs.split(",") : cidrs;
  const ranges = entries
    .map((entry) => entry.trim())
    .filter((entry) => entry !== "")
    .map(parseRange);
  return { has: (address) => ranges.some((range) => isInside(address, range)) };
}

function parseRange(entry: string): Range {
  const [, address = "", bits] = /^([0-9a-f.:]+)(?:\/(\d{1,3}))?$/i.exec(entry) ?? [];
  const isDotted = ipaddr.IPv4.isValidFourPartDecimal(address);
  if (!isDotted && !ipaddr.IPv6.isValid(address)) throw notARange(entry);
  const prefix = bits === undefined ? (isDotted ? 32 : 128) : Number(bits);
  if (prefix > (isDotted ? 32 : 128)) throw notARange(entry);
  return [ipaddr.parse(address), prefix];
}

function notARange(entry: string): Error {
  return new Error(`"${entry}" is not an IP range; write ranges like 10.0.0.0/8, 127.0.0.1 or fd00::/8, with commas`);
}

function isInside(address: ipaddr.IPv4 | ipaddr.IPv6, [network, bits]: Range): boolean {
  if (address.kind() !== network.kind() || !address.match(network, bits)) return false;
  return !isMetadataAddress(address) || bits === (address.kind() === "ipv4" ? 32 : 128);
}

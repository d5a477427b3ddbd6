import ipaddr from "ipaddr.js";
import { isMetadataAddress } from "./address-policy.js";

interface Range {
  readonly network: ipaddr.IPv4 | ipaddr.IPv6;
  readonly bits: number;
  /** The only allowed port; null for all ports. */
  readonly port: number | null;
}

/** Private address ranges that the operator allows tenants to use. */
export interface AllowList {
  /**
   * Whether the operator has allowed this address, with this port or, without a port, with any port. A metadata address must
   * be listed as a single address (/32, /128).
   */
  has(address: ipaddr.IPv4 | ipaddr.IPv6, port?: number): boolean;
}

/**
 * Parses an operator's list: CIDR ranges or single addresses, separated by commas or given as an array. An IPv4 address may
 * have a port (10.0.0.8:2222). Throws an Error that names the invalid entry. An empty list allows nothing.
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
  return new Error(
    `"${entry}" is not an IP range; use ranges such as 10.0.0.0/8, 127.0.0.1 or fd00::/8, separated by commas`,
  );
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

import ipaddr from "ipaddr.js";

/** The only IPv6 space that is allocated for the public internet (RFC 4291, IANA). Every other prefix has a special use. */
const GLOBAL_UNICAST_6 = ipaddr.IPv6.parseCIDR("2000::/3");

/** Metadata services of clouds, which return credentials. Azure's host address is outside the special ranges. */
const METADATA_ADDRESSES = new Set([
  "169.254.169.254", // AWS, Azure, Google, DigitalOcean, OpenStack
  "169.254.170.2", // AWS container credentials
  "100.100.100.200", // Alibaba
  "168.63.129.16", // Azure's host
  "192.0.0.192", // Oracle
  "fd00:ec2::254",
  "fd20:ce::254",
]);

/** Special ranges that are newer than the library's table. */
const SPECIAL_6 = ["3fff::/20", "2001::/23"].map((range) => ipaddr.IPv6.parseCIDR(range));

/** Parses an address. An IPv4-mapped IPv6 address (`::ffff:10.0.0.1`) becomes the IPv4 address. */
export function parseAddress(text: string): ipaddr.IPv4 | ipaddr.IPv6 | undefined {
  if (!ipaddr.isValid(text) || text.includes("%")) return undefined;
  // Only the full dotted form: other parsers interpret octal, hexadecimal and short forms differently.
  if (!text.includes(":") && !ipaddr.IPv4.isValidFourPartDecimal(text)) return undefined;
  return ipaddr.process(text);
}

/**
 * Whether an address belongs to a machine on the public internet. Not public: loopback, private, link-local, carrier-grade
 * NAT, multicast, documentation, benchmarking, reserved and metadata addresses, and all IPv6 forms that embed an IPv4 address
 * (compatible, NAT64, 6to4, Teredo).
 */
export function isPublicAddress(address: ipaddr.IPv4 | ipaddr.IPv6): boolean {
  if (address.range() !== "unicast" || isMetadataAddress(address)) return false;
  if (address instanceof ipaddr.IPv4) return true;
  return address.match(GLOBAL_UNICAST_6) && !SPECIAL_6.some((range) => address.match(range));
}

export function isMetadataAddress(address: ipaddr.IPv4 | ipaddr.IPv6): boolean {
  return METADATA_ADDRESSES.has(address.toString());
}

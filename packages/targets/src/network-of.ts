import ipaddr from "ipaddr.js";

const IPV6_HOUSEHOLD_BITS = 64;

/**
 * The network for counting clients: an IPv4 address itself, or the /64 of an IPv6 address, which is what one household or
 * machine gets. `unknown` for anything that is not an address.
 */
export function networkOf(address: string | undefined): string {
  if (address === undefined || !ipaddr.isValid(address)) return "unknown";
  const parsed = ipaddr.process(address);
  if (parsed.kind() === "ipv4") return parsed.toString();
  const network = ipaddr.IPv6.networkAddressFromCIDR(`${parsed.toNormalizedString()}/${IPV6_HOUSEHOLD_BITS}`);
  return `${network.toString()}/${IPV6_HOUSEHOLD_BITS}`;
}

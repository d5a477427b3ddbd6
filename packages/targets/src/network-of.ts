import ipaddr from "ipaddr.js";

const IPV6_HOUSEHOLD_BITS = 64;

/**
 * The network that a client's address is counted under: an IPv4 address itself, of IPv6 the /64 that one household or
 * machine is given. `unknown` for what is no address.
 */
export function networkOf(address: string | undefined): string {
  if (address === undefined || !ipaddr.isValid(address)) return "unknown";
  const parsed = ipaddr.process(address);
  if (parsed.kind() === "ipv4") return parsed.toString();
  const network = ipaddr.IPv6.networkAddressFromCIDR(`${parsed.toNormalizedString()}/${IPV6_HOUSEHOLD_BITS}`);
  return `${network.toString()}/${IPV6_HOUSEHOLD_BITS}`;
}

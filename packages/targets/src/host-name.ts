import { isIP } from "node:net";
import { parseAddress } from "./address-policy.js";
import { TargetRefused } from "./target-refused.js";

/** Names of the machine itself (RFC 6761). They are never resolved by DNS, whose answer may differ. */
const LOOPBACK_NAME =
  /^(?:(?:.+\.)?localhost|(?:.+\.)?localhost6?\.localdomain6?|localhost[46]?|ip6-(?:localhost|loopback))$/;

const METADATA_NAMES = new Set([
  "metadata",
  "metadata.google.internal",
  "metadata.goog",
  "metadata.azure.internal",
  "metadata.platformequinix.com",
  "instance-data",
  "instance-data.ec2.internal",
]);

/** Suffixes that exist only inside private networks. */
const PRIVATE_SUFFIX = /(?:^|\.)(?:local|internal|intranet|private|corp|home|lan|localdomain|home\.arpa|onion)$/;

const NAME = /^(?=.{1,253}$)[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?(?:\.[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?)*$/;

/** A host in canonical form. */
export type Host =
  | { readonly type: "address"; readonly address: string }
  | { readonly type: "name"; readonly name: string };

/**
 * Parses a host as browsers do (WHATWG URL): decimal, octal, hexadecimal and short IPv4 forms and full-width digits become
 * the address that the operating system would use. Throws TargetRefused when the string is not a host or
 * names a metadata service.
 */
export function parseHost(text: string): Host {
  const isBareIpv6 = isIP(text) === 6 || (text.includes(":") && !text.startsWith("["));
  const url = /[/?#@\\\s]/.test(text) ? null : URL.parse(`http://${isBareIpv6 ? `[${text}]` : text}/`);
  if (url === null || url.port !== "") throw new TargetRefused("The host is not a host name or an IP address.");
  return hostOf(url);
}

/** The host of a parsed URL. */
export function hostOf(url: URL): Host {
  const host = url.hostname.replace(/^\[|\]$/g, "");
  if (isIP(host) !== 0 && parseAddress(host)) return { type: "address", address: host };
  const name = host.replace(/\.$/, "");
  if (!NAME.test(name)) throw new TargetRefused("The host is not a host name or an IP address.");
  if (METADATA_NAMES.has(name))
    throw new TargetRefused(`${name} is the metadata service of a cloud, which is never allowed as a target.`);
  return { type: "name", name };
}

export const isLoopbackName = (name: string): boolean => LOOPBACK_NAME.test(name);

/** Whether a name that does not resolve yet could become a public host. */
export const mayBecomePublic = (name: string): boolean => name.includes(".") && !PRIVATE_SUFFIX.test(name);

import { isIP, type LookupFunction } from "node:net";
import { isPublicAddress, parseAddress } from "./address-policy.js";
import type { AllowList } from "./allow-list.js";
import { type Host, hostOf, isLoopbackName, mayBecomePublic, parseHost } from "./host-name.js";
import { portFault, standardPort, type TargetScheme } from "./port-policy.js";
import { createNameResolver, type ResolveName } from "./resolve-name.js";
import { TargetRefused } from "./target-refused.js";

/** An address that the guard has let pass. */
export interface ResolvedAddress {
  readonly address: string;
  readonly family: 4 | 6;
}

/**
 * The wall between tenants' targets and the inside of the network (OWASP Server-Side Request Forgery Prevention).
 * A host is public when all of its addresses are; one whose addresses the operator allowed is used at those alone, at
 * any port and over http too.
 */
export interface TargetGuard {
  /**
   * For registration and change of an http or https address. Throws TargetRefused. A public-looking name that does not
   * resolve yet passes: connecting checks it again.
   */
  checkUrl(url: string): Promise<void>;
  /**
   * For an SFTP host, at registration and before connecting. Throws TargetRefused; answers the addresses to connect
   * to, one of which must be used as it is, without a second look-up: none when the name does not resolve yet.
   */
  checkHost(host: string, port: number): Promise<ResolvedAddress[]>;
  /** Whether a connected socket's `remoteAddress` may be talked to. */
  checkAddress(address: string): boolean;
  /**
   * A `lookup` for sockets to this address: one resolution, vetted, whose answer is what the socket connects to. It
   * fails with TargetRefused. Node does not ask it about IP literals: pass those through `checkUrl` before.
   */
  lookupFor(url: string): LookupFunction;
}

const LOOPBACK = [{ address: "127.0.0.1" }, { address: "::1" }] as const;

interface Target {
  readonly scheme: TargetScheme;
  readonly host: Host;
  readonly port: number;
}

/** Makes a guard; `resolve` replaces DNS in tests. */
export function createTargetGuard(options: { readonly allow: AllowList; readonly resolve?: ResolveName }): TargetGuard {
  const { allow, resolve = createNameResolver() } = options;
  const vet = (target: Target, addresses: readonly string[]) => vetAddresses(allow, target, addresses);

  async function vetHost(target: Target): Promise<ResolvedAddress[]> {
    const { host } = target;
    if (host.type === "address") return vet(target, [host.address]);
    const found = isLoopbackName(host.name) ? LOOPBACK : await resolve(host.name);
    return vet(
      target,
      found.map(({ address }) => address),
    );
  }

  async function vetUrl(url: string): Promise<ResolvedAddress[]> {
    return vetHost(parseUrl(url));
  }

  async function vetUnlessUnknown(target: Target): Promise<ResolvedAddress[]> {
    try {
      return await vetHost(target);
    } catch (error) {
      if (error instanceof TargetRefused) throw error;
      refuseUnknownName(target, error);
      return [];
    }
  }

  return {
    checkUrl: async (url) => {
      await vetUnlessUnknown(parseUrl(url));
    },
    checkHost: async (host, port) => vetUnlessUnknown({ scheme: "sftp:", host: parseHost(host), port }),
    checkAddress: (text) => {
      const address = parseAddress(text);
      return address !== undefined && (allow.has(address) || isPublicAddress(address));
    },
    lookupFor: (url) => (_name, asked, callback) => {
      vetUrl(url).then(
        (addresses) => {
          const [first, ...rest] = addresses.filter(({ family }) => isWanted(family, asked.family));
          if (!first) callback(new TargetRefused("The host has no address of the family asked for."), "");
          else if (asked.all) callback(null, [first, ...rest]);
          else callback(null, first.address, first.family);
        },
        (error: NodeJS.ErrnoException) => callback(error, ""),
      );
    },
  };
}

function parseUrl(text: string): Target {
  const url = URL.parse(text);
  if (!url) throw new TargetRefused("The address is not a URL.");
  if (url.protocol !== "https:" && url.protocol !== "http:") {
    throw new TargetRefused("The address must start with https://.");
  }
  if (url.username !== "" || url.password !== "") {
    throw new TargetRefused("The address must not hold a user name or a password.");
  }
  const port = url.port === "" ? standardPort(url.protocol) : Number(url.port);
  return { scheme: url.protocol, host: hostOf(url), port };
}

/** The addresses that may be connected to; never none. */
function vetAddresses(allow: AllowList, target: Target, addresses: readonly string[]): ResolvedAddress[] {
  const allowed = addresses.filter((text) => {
    const address = parseAddress(text);
    return address !== undefined && allow.has(address, target.port);
  });
  if (allowed.length > 0) return allowed.map(withFamily);
  // One inward address spoils the rest: which of them is used would be the name server's choice.
  if (addresses.length === 0 || !addresses.every(isPublicText)) throw new TargetRefused(inwardFault(target.host));
  refusePublic(target);
  return addresses.map(withFamily);
}

function isPublicText(text: string): boolean {
  const address = parseAddress(text);
  return address !== undefined && isPublicAddress(address);
}

function inwardFault(host: Host): string {
  const allowed = "Only public addresses are allowed; a private network is opened by the service's operator alone.";
  return host.type === "address"
    ? `${host.address} is not an address on the public internet. ${allowed}`
    : `${host.name} leads to an address that is not on the public internet. ${allowed}`;
}

/** What holds for public hosts only: the operator's own networks may do without TLS and use any port. */
function refusePublic({ scheme, port }: Target): void {
  if (scheme === "http:") {
    throw new TargetRefused("The address must start with https://: plain http would show the content to everybody.");
  }
  const fault = portFault(scheme, port);
  if (fault !== undefined) throw new TargetRefused(fault);
}

function refuseUnknownName(target: Target, error: unknown): void {
  const { host } = target;
  if (host.type === "name" && !mayBecomePublic(host.name)) {
    throw new TargetRefused(
      `${host.name} is not a name on the public internet; use a full name such as hooks.example.com.`,
    );
  }
  // It may be a name of the operator's networks, which may do without TLS.
  if (host.type === "name" && target.scheme === "http:" && isUnsure(error)) {
    throw new TargetRefused(`${host.name} could not be resolved just now; try again, or use https.`);
  }
  refusePublic(target);
}

/** Whether the name servers did not answer, instead of saying that there is no such name. */
const isUnsure = (error: unknown): boolean => error instanceof Error && "code" in error && error.code === "EAI_AGAIN";

function withFamily(address: string): ResolvedAddress {
  return { address, family: isIP(address) === 6 ? 6 : 4 };
}

function isWanted(family: 4 | 6, asked: number | "IPv4" | "IPv6" | undefined): boolean {
  if (asked === undefined || asked === 0) return true;
  return family === (asked === 6 || asked === "IPv6" ? 6 : 4);
}

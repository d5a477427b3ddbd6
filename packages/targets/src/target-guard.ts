import { isIP, type LookupFunction } from "node:net";
import { isPublicAddress, parseAddress } from "./address-policy.js";
import type { AllowList } from "./allow-list.js";
import { type Host, hostOf, isLoopbackName, mayBecomePublic, parseHost } from "./host-name.js";
import { portError, standardPort, type TargetScheme } from "./port-policy.js";
import { createNameResolver, type ResolveName } from "./resolve-name.js";
import { TargetRefused } from "./target-refused.js";

/** An address that the guard allows. */
export interface ResolvedAddress {
  readonly address: string;
  readonly family: 4 | 6;
}

/**
 * Keeps tenants' targets out of the internal network (OWASP Server-Side Request Forgery Prevention). A host is public when
 * all of its addresses are. If the operator has allowed some of a host's addresses, only those are used, with the ports that
 * the allow list permits and also over http.
 */
export interface TargetGuard {
  /**
   * Checks an http or https URL when it is registered or changed. Throws TargetRefused. A public name that does not resolve
   * yet passes, because it is checked again before connecting.
   */
  checkUrl(url: string): Promise<void>;
  /**
   * Checks an SFTP or FTPS host when it is registered and before connecting. Throws TargetRefused. Returns the addresses
   * to connect to, which must be used without resolving the name again; none when the name does not resolve yet.
   */
  checkHost(host: string, port: number, scheme?: "sftp:" | "ftps:"): Promise<ResolvedAddress[]>;
  /** Whether the `remoteAddress` of a connected socket is allowed. */
  checkAddress(address: string): boolean;
  /**
   * A `lookup` for sockets to this URL: resolves and checks the name once, and the socket connects to the result. Fails with
   * TargetRefused. Node does not call it for IP literals, which must be checked with `checkUrl` first.
   */
  lookupFor(url: string): LookupFunction;
}

const LOOPBACK = [{ address: "127.0.0.1" }, { address: "::1" }] as const;

interface Target {
  readonly scheme: TargetScheme;
  readonly host: Host;
  readonly port: number;
}

/** Creates a guard. `resolve` replaces DNS in tests. */
export function createTargetGuard(options: { readonly allow: AllowList; readonly resolve?: ResolveName }): TargetGuard {
  const { allow, resolve = createNameResolver() } = options;
  const check = (target: Target, addresses: readonly string[]) => checkAddresses(allow, target, addresses);

  async function resolveChecked(target: Target): Promise<ResolvedAddress[]> {
    const { host } = target;
    if (host.type === "address") return check(target, [host.address]);
    const found = isLoopbackName(host.name) ? LOOPBACK : await resolve(host.name);
    return check(
      target,
      found.map(({ address }) => address),
    );
  }

  async function resolveCheckedUrl(url: string): Promise<ResolvedAddress[]> {
    return resolveChecked(parseUrl(url));
  }

  async function checkUnlessUnknown(target: Target): Promise<ResolvedAddress[]> {
    try {
      return await resolveChecked(target);
    } catch (error) {
      if (error instanceof TargetRefused) throw error;
      assertUnknownNameAllowed(target, error);
      return [];
    }
  }

  return {
    checkUrl: async (url) => {
      await checkUnlessUnknown(parseUrl(url));
    },
    checkHost: async (host, port, scheme = "sftp:") => checkUnlessUnknown({ scheme, host: parseHost(host), port }),
    checkAddress: (text) => {
      const address = parseAddress(text);
      return address !== undefined && (allow.has(address) || isPublicAddress(address));
    },
    lookupFor: (url) => (_name, options, callback) => {
      resolveCheckedUrl(url).then(
        (addresses) => {
          const [first, ...rest] = addresses.filter(({ family }) => matchesFamily(family, options.family));
          if (!first) callback(new TargetRefused("The host has no address of the requested family."), "");
          else if (options.all) callback(null, [first, ...rest]);
          else callback(null, first.address, first.family);
        },
        (error: NodeJS.ErrnoException) => callback(error, ""),
      );
    },
  };
}

function parseUrl(text: string): Target {
  const url = URL.parse(text);
  if (!url) throw new TargetRefused("The URL is not valid.");
  if (url.protocol !== "https:" && url.protocol !== "http:") {
    throw new TargetRefused("The URL must start with https://.");
  }
  if (url.username !== "" || url.password !== "") {
    throw new TargetRefused("The URL must not contain a user name or a password.");
  }
  const port = url.port === "" ? standardPort(url.protocol) : Number(url.port);
  return { scheme: url.protocol, host: hostOf(url), port };
}

/** The allowed addresses, at least one. Throws TargetRefused when there are none. */
function checkAddresses(allow: AllowList, target: Target, addresses: readonly string[]): ResolvedAddress[] {
  const allowed = addresses.filter((text) => {
    const address = parseAddress(text);
    return address !== undefined && allow.has(address, target.port);
  });
  if (allowed.length > 0) return allowed.map(withFamily);
  // A single private address rejects the host, because the name server would choose which address is used.
  if (addresses.length === 0 || !addresses.every(isPublicText))
    throw new TargetRefused(privateAddressError(target.host));
  assertPublicTargetAllowed(target);
  return addresses.map(withFamily);
}

function isPublicText(text: string): boolean {
  const address = parseAddress(text);
  return address !== undefined && isPublicAddress(address);
}

function privateAddressError(host: Host): string {
  const rule = "Only public addresses are allowed, and private networks that the operator of the service has enabled.";
  return host.type === "address"
    ? `${host.address} is not an address on the public internet. ${rule}`
    : `${host.name} resolves to an address that is not on the public internet. ${rule}`;
}

/** Rules for public hosts only. In networks that the operator has allowed, http and the ports of the allow list are allowed. */
function assertPublicTargetAllowed({ scheme, port }: Target): void {
  if (scheme === "http:") {
    throw new TargetRefused("The URL must start with https://, because plain http does not encrypt the content.");
  }
  const error = portError(scheme, port);
  if (error !== undefined) throw new TargetRefused(error);
}

function assertUnknownNameAllowed(target: Target, error: unknown): void {
  const { host } = target;
  if (host.type === "name" && !mayBecomePublic(host.name)) {
    throw new TargetRefused(
      `${host.name} is not a name on the public internet. Use a full name such as hooks.example.com.`,
    );
  }
  // The name may belong to a network that the operator has allowed, where TLS is optional.
  if (host.type === "name" && target.scheme === "http:" && isTemporary(error)) {
    throw new TargetRefused(`${host.name} could not be resolved. Try again later, or use https.`);
  }
  assertPublicTargetAllowed(target);
}

/** Whether the name servers did not answer, as opposed to a name that does not exist. */
const isTemporary = (error: unknown): boolean =>
  error instanceof Error && "code" in error && error.code === "EAI_AGAIN";

function withFamily(address: string): ResolvedAddress {
  return { address, family: isIP(address) === 6 ? 6 : 4 };
}

function matchesFamily(family: 4 | 6, requested: number | "IPv4" | "IPv6" | undefined): boolean {
  if (requested === undefined || requested === 0) return true;
  return family === (requested === 6 || requested === "IPv6" ? 6 : 4);
}

import { isPublicAddress, parseAddress } from "@skucast/targets/address-policy";
import { hostOf, isLoopbackName } from "@skucast/targets/host-name";
import { TargetRefused } from "@skucast/targets/target-refused";
import { isDangerousScheme } from "./dangerous-schemes.js";

/** Hosts by which a browser reaches the machine that it runs on (RFC 8252, section 7.3). */
const LOOPBACK_HOSTS = new Set(["localhost", "127.0.0.1", "[::1]"]);
/** A scheme of an app: a name, or a domain in reverse, of which no label is empty. */
const APP_SCHEME = /^[a-z][a-z0-9+-]*(?:\.[a-z0-9][a-z0-9+-]*)*$/;
const SCHEME_LENGTH_MAX = 80;
/** A host that ends with a dot is another name for the same, and is compared as a different one. */
const TRAILING_DOT = /^[^/?#]+:\/\/[^/?#]*\.(?::\d*)?(?:[/?#]|$)/;
/** Printable ASCII without the backslash: what else a parser would fold, drop or encode. */
const PLAIN = /^[\x21-\x5b\x5d-\x7e]+$/;
const URI_LENGTH_MAX = 1_000;
const URIS_MAX = 20;

/** Where a redirect URI leads: to a host over TLS, to the person's own machine, or to a program by its own scheme. */
export type RedirectKind = "web" | "loopback" | "private-use";

/** The kind of a redirect URI that a client may have; null for every other (RFC 8252, sections 7.1 to 7.3). */
export function redirectKindOf(uri: string): RedirectKind | null {
  if (uri.length > URI_LENGTH_MAX || !PLAIN.test(uri) || uri.includes("#")) return null;
  const url = URL.parse(uri);
  if (url === null || url.username + url.password !== "") return null;
  if (TRAILING_DOT.test(uri) || url.hostname.endsWith(".")) return null;
  if (url.protocol === "https:") return isWebHost(url) ? "web" : null;
  if (url.protocol === "http:") return LOOPBACK_HOSTS.has(url.hostname) ? "loopback" : null;
  return isAppScheme(url.protocol.slice(0, -1)) ? "private-use" : null;
}

/** Whether a site could be there: not the machine or the network that the browser is in. */
function isWebHost(url: URL): boolean {
  try {
    const host = hostOf(url);
    if (host.type === "name") return !isLoopbackName(host.name);
    const address = parseAddress(host.address);
    return address !== undefined && isPublicAddress(address);
  } catch (error) {
    if (error instanceof TargetRefused) return false;
    throw error;
  }
}

const isAppScheme = (scheme: string): boolean =>
  scheme.length <= SCHEME_LENGTH_MAX && APP_SCHEME.test(scheme) && !isDangerousScheme(scheme);

/** Why a client cannot have these redirect URIs, as a sentence; undefined when it can. */
export function redirectUrisFault(uris: unknown): string | undefined {
  if (!Array.isArray(uris) || uris.length === 0) return "redirect_uris must be a list of at least one address";
  if (uris.length > URIS_MAX) return `redirect_uris must hold at most ${URIS_MAX} addresses`;
  const isFine = uris.every((uri) => typeof uri === "string" && redirectKindOf(uri) !== null);
  return isFine
    ? undefined
    : "redirect_uris must be https addresses of public hosts, http addresses of the loopback interface, or of an app's own scheme (com.example.app:/callback; not one that browsers or systems act on, such as javascript: or file:), without fragment, user name, password or a dot at the end of the host";
}

/**
 * The OpenID application type of a client with these redirect URIs. One that is answered on the person's machine is
 * native, whatever it says: only there is any loopback port allowed (RFC 8252, section 7.3).
 */
export const applicationTypeOf = (uris: readonly string[]): "native" | "web" =>
  uris.every((uri) => redirectKindOf(uri) === "web") ? "web" : "native";

import { isPublicAddress, parseAddress } from "@skucast/targets/address-policy";
import { hostOf, isLoopbackName } from "@skucast/targets/host-name";
import { TargetRefused } from "@skucast/targets/target-refused";
import { isDangerousScheme } from "./dangerous-schemes.js";

/** Hosts that mean the browser's own machine (RFC 8252, section 7.3). */
const LOOPBACK_HOSTS = new Set(["localhost", "127.0.0.1", "[::1]"]);
/** The scheme of an app: a name, or a reversed domain without empty labels. */
const APP_SCHEME = /^[a-z][a-z0-9+-]*(?:\.[a-z0-9][a-z0-9+-]*)*$/;
const SCHEME_LENGTH_MAX = 80;
/** A trailing dot makes a second name for the same host that compares as different. */
const TRAILING_DOT = /^[^/?#]+:\/\/[^/?#]*\.(?::\d*)?(?:[/?#]|$)/;
/** Printable ASCII without the backslash. URL parsers fold, drop or encode anything else. */
const PLAIN = /^[\x21-\x5b\x5d-\x7e]+$/;
/**
 * `https:app.example` and `https:///app.example`. URL parsers add or drop slashes; a browser that is on an https page
 * resolves the first one as a path of that page, so the person would consent to a host that gets no answer.
 */
const MISPLACED_HOST = /^https?:(?!\/\/[^/])/i;
/**
 * A web address within the URI of an app. The app of such a scheme is likely a browser, which opens the address
 * (`app://open-url?url=https://…`): the code would reach a site, although the person consented to a program.
 */
const WEB_ADDRESS = /https?(?::|%(?:25)*3a)/i;
const URI_LENGTH_MAX = 1_000;
const URIS_MAX = 20;

/** Where a redirect URI leads: to a host over TLS, to the user's own machine, or to an app by its scheme. */
export type RedirectKind = "web" | "loopback" | "private-use";

/** The kind of an allowed redirect URI; null if it is not allowed (RFC 8252, sections 7.1 to 7.3). */
export function redirectKindOf(uri: string): RedirectKind | null {
  if (uri.length > URI_LENGTH_MAX || !PLAIN.test(uri) || uri.includes("#")) return null;
  const url = URL.parse(uri);
  if (url === null || url.username + url.password !== "") return null;
  if (MISPLACED_HOST.test(uri) || TRAILING_DOT.test(uri) || url.hostname.endsWith(".")) return null;
  if (url.protocol === "https:") return isWebHost(url) ? "web" : null;
  if (url.protocol === "http:") return LOOPBACK_HOSTS.has(url.hostname) ? "loopback" : null;
  return isAppScheme(url.protocol.slice(0, -1)) && !WEB_ADDRESS.test(uri) ? "private-use" : null;
}

/** Whether the host can be a public site, not the browser's own machine or network. */
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

/** The validation error of a client's redirect URIs, or undefined. */
export function redirectUrisError(uris: unknown): string | undefined {
  if (!Array.isArray(uris) || uris.length === 0) return "redirect_uris must be a list of at least one URI";
  if (uris.length > URIS_MAX) return `redirect_uris must have at most ${URIS_MAX} URIs`;
  const isValid = uris.every((uri) => typeof uri === "string" && redirectKindOf(uri) !== null);
  return isValid
    ? undefined
    : "redirect_uris must be https URLs of public hosts, http URLs of the loopback interface, or URIs with an app's own scheme (com.example.app:/callback; not a scheme that browsers or systems handle themselves, such as javascript: or microsoft-edge:, and without a web address in it), without fragment, user name, password or a dot at the end of the host";
}

/**
 * The OpenID application type of a client with these redirect URIs. A client on the user's machine is always native,
 * because only native clients may use any loopback port (RFC 8252, section 7.3).
 */
export const applicationTypeOf = (uris: readonly string[]): "native" | "web" =>
  uris.every((uri) => redirectKindOf(uri) === "web") ? "web" : "native";

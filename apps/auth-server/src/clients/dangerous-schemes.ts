/**
 * Schemes that a browser or the operating system handles itself, so that a code sent there could run or reach
 * something.
 */
const DANGEROUS_SCHEMES: ReadonlySet<string> = new Set([
  "javascript",
  "vbscript",
  "livescript",
  "data",
  "blob",
  "file",
  "filesystem",
  "about",
  "view-source",
  "chrome",
  "edge",
  "opera",
  "resource",
  "moz-extension",
  "jar",
  "mhtml",
  "wyciwyg",
  "feed",
  "content",
  "intent",
  "ftp",
  "ftps",
  "sftp",
  "ssh",
  "telnet",
  "smb",
  "nfs",
  "dav",
  "davs",
  "ws",
  "wss",
  "gopher",
  "ldap",
  "ldaps",
  "mailto",
  "tel",
  "sms",
  "smsto",
  "mms",
  "callto",
  "facetime",
  "sip",
  "sips",
  "urn",
  "cid",
  "mid",
  "news",
  "nntp",
  "search",
  "shell",
  "help",
  "hcp",
  "x-apple.systempreferences",
  "http",
  "https",
]);

/** Windows protocol handlers: ms-msdt:, ms-officecmd:, search-ms:. */
const WINDOWS_SCHEMES = /^ms-|-ms$/;

/**
 * Whether a redirect URI must not use this scheme. Any other scheme belongs to an app (RFC 8252, section 7.1). The
 * user's machine decides which program receives the code; PKCE makes it useless to any other.
 */
export const isDangerousScheme = (scheme: string): boolean =>
  DANGEROUS_SCHEMES.has(scheme) || WINDOWS_SCHEMES.test(scheme);

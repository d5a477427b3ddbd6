/** Schemes that a browser or the operating system acts on by itself, so that a code sent there would run or reach something. */
const DANGEROUS: ReadonlySet<string> = new Set([
  ...["javascript", "vbscript", "livescript", "data", "blob", "file", "filesystem", "about", "view-source"],
  ...["chrome", "edge", "opera", "resource", "moz-extension", "jar", "mhtml", "wyciwyg", "feed", "content", "intent"],
  ...["ftp", "ftps", "sftp", "ssh", "telnet", "smb", "nfs", "dav", "davs", "ws", "wss", "gopher", "ldap", "ldaps"],
  ...["mailto", "tel", "sms", "smsto", "mms", "callto", "facetime", "sip", "sips", "urn", "cid", "mid", "news", "nntp"],
  ...["search", "shell", "help", "hcp", "x-apple.systempreferences", "http", "https"],
]);

/** Handlers of Windows: ms-msdt:, ms-officecmd:, search-ms:. */
const OF_WINDOWS = /^ms-|-ms$/;

/**
 * Whether a redirect URI must not have this scheme. Every other is an app's own (RFC 8252, section 7.1): which program gets
 * the code is up to the person's machine, and PKCE makes it useless to another one.
 */
export const isDangerousScheme = (scheme: string): boolean => DANGEROUS.has(scheme) || OF_WINDOWS.test(scheme);

import { expect, test } from "@jest/globals";
import { redirectKindOf, redirectUrisError } from "./redirect-uris.js";

test.each([
  ["https://app.example/cb", "web"],
  ["https://app.example:8443/cb?x=1", "web"],
  ["https://93.184.215.14/cb", "web"],
  ["https://xn--bcher-kva.example/cb", "web"],
  ["http://localhost/cb", "loopback"],
  ["http://127.0.0.1:33418/", "loopback"],
  ["http://[::1]:1/cb", "loopback"],
  ["cursor://anysphere.cursor-mcp/oauth/callback", "private-use"],
  ["vscode://vscode.github-authentication/did-authenticate", "private-use"],
  ["vscode-insiders://x/y", "private-use"],
  ["warp://mcp/oauth2callback", "private-use"],
  ["com.example.app:/oauth/callback", "private-use"],
  ["myapp://callback", "private-use"],
  ["new-agent+1:/oauth", "private-use"],
  ["com.raycast:/oauth?package_name=Extension", "private-use"],
])("%s is a %s redirect URI", (uri, kind) => {
  expect([redirectKindOf(uri), redirectUrisError([uri])]).toEqual([kind, undefined]);
});

test.each([
  // Schemes that a browser or the operating system handles itself.
  ..."javascript: vbscript: data: blob: file: about: ws: wss: ftp: intent: ms-msdt: mailto: tel: sms: view-source: chrome: jar: search-ms:"
    .split(" ")
    .map((scheme) => `${scheme}//x/y`),
  // Schemes of browsers, which open a web site, and of stores.
  ..."microsoft-edge: microsoft-edge-holographic: googlechrome: googlechrome-x-callback: brave: firefox: firefox-focus: opera-http: itms-apps: market: android-app: chrome-extension: chrome-untrusted: apt: shortcuts: devtools: res: mk: x-man-page: x-web-search:"
    .split(" ")
    .map((scheme) => `${scheme}x`),
  "new-browser://open-url?url=https://site.example/",
  "new-browser:https://site.example/",
  "new-browser://open?url=https%3A%2F%2Fsite.example",
  "new-browser://open?url=http%253a//site.example",
  "com.://x",
  "com..example:/x",
  ".example:/x",
  `${"a.".repeat(50)}b:/x`,
  // Alternative names of the same host.
  "https://app.example./cb",
  "https://app.example.:443/cb",
  "https://app.example%2E/cb",
  "https://app.example.",
  "http://localhost./cb",
  "http://127.0.0.1./cb",
  "com.example.app://host./cb",
  // Without the two slashes, a browser on an https page takes the host for a path of that page.
  "https:app.example/cb",
  "HTTPS:/app.example/cb",
  "https:///app.example/cb",
  "http:localhost/cb",
  "http:///127.0.0.1/cb",
  // TLS to the user's own machine or network.
  "https://localhost/cb",
  "https://app.localhost/cb",
  "https://127.0.0.1/cb",
  "https://127.1.2.3/cb",
  "https://2130706433/cb",
  "https://0x7f.1/cb",
  "https://[::1]/cb",
  "https://[::ffff:127.0.0.1]/cb",
  "https://10.0.0.8/cb",
  "https://172.16.0.1/cb",
  "https://192.168.1.1/cb",
  "https://169.254.169.254/latest",
  "https://[fd00::1]/cb",
  "https://[fe80::1]/cb",
  "https://0.0.0.0/cb",
  "https://metadata.google.internal/cb",
  // Characters that URL parsers fold, drop or interpret differently.
  "https://app.example\\@evil.example/",
  "https://app.example/\u0000",
  "https://app.example/\tcb",
  "https://ａpp.example/cb",
  "https://user@app.example/cb",
  "https://app.example/cb#x",
  "http://app.example/cb",
  "http://127.0.0.2/cb",
])("%j is rejected", (uri) => {
  expect([redirectKindOf(uri), typeof redirectUrisError(["https://app.example/cb", uri])]).toEqual([null, "string"]);
});

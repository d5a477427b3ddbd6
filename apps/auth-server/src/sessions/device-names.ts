/** A pattern in a user agent, and a readable name for it. */
export type DeviceName = readonly [pattern: RegExp, name: string];

/** Programs and agents that are not ordinary browsers, although some claim to be one. */
export const PROGRAMS: readonly DeviceName[] = [
  [/\bHeadlessChrome\//, "Headless Chrome"],
  [/\bClaude-?Code\b/i, "Claude Code"],
  [/\bClaude(?:-User|-Web|Bot|-SearchBot)?\b/, "Claude"],
  [/\b(?:ChatGPT|GPTBot|OAI-SearchBot)\b/, "ChatGPT"],
  [/\bCodex\b/i, "Codex"],
  [/\bPerplexity/, "Perplexity"],
  [/\b(?:Gemini|Google-Extended|Google-CloudVertexBot)\b/, "Gemini"],
  [/\bMistralAI\b/, "Mistral"],
  [/\bCursor\//, "Cursor"],
  [/\bWindsurf\//, "Windsurf"],
  [/\b(?:Code|VSCode|Visual Studio Code)\//, "VS Code"],
  [/\bZed\//, "Zed"],
  [/\bPlaywright\//, "Playwright"],
  [/\bPuppeteer\b/, "Puppeteer"],
  [/\bElectron\//, "A desktop app"],
  [/^curl\//, "curl"],
  [/^Wget\//i, "Wget"],
  [/^PostmanRuntime\//, "Postman"],
  [/^insomnia\//i, "Insomnia"],
  [/^python|\baiohttp\/|\bhttpx\//i, "A Python program"],
  [/^(?:node|undici|axios|got)\b/i, "A Node.js program"],
  [/^Go-http-client\//, "A Go program"],
  [/^(?:Java|okhttp|Apache-HttpClient)\b/, "A Java program"],
  [/^Ruby\b|\bFaraday\b/, "A Ruby program"],
  [/^(?:GuzzleHttp|PHP)\b/, "A PHP program"],
  [/bot\b|\bcrawler\b|\bspider\b/i, "A web crawler"],
];

/** Browsers, the most specific pattern first: nearly all claim to be Chrome and Safari as well. */
export const BROWSERS: readonly DeviceName[] = [
  [/\bEdg(?:A|iOS)?\//, "Edge"],
  [/\bOPR\/|\bOPT\//, "Opera"],
  [/\bVivaldi\//, "Vivaldi"],
  [/\bSamsungBrowser\//, "Samsung Internet"],
  [/\bYaBrowser\//, "Yandex Browser"],
  [/\bDuckDuckGo\/|\bDdg\//, "DuckDuckGo"],
  [/\bFirefox\/|\bFxiOS\//, "Firefox"],
  [/\bChromium\//, "Chromium"],
  [/\bChrome\/|\bCriOS\//, "Chrome"],
  [/\bMSIE |\bTrident\//, "Internet Explorer"],
  [/\bSafari\//, "Safari"],
];

export const SYSTEMS: readonly DeviceName[] = [
  [/\biPhone\b/, "iPhone"],
  [/\biPad\b/, "iPad"],
  [/\bAndroid\b/, "Android"],
  [/\bWindows\b/, "Windows"],
  [/\bMac OS X\b|\bMacintosh\b|\bDarwin\b/, "macOS"],
  [/\bCrOS\b/, "ChromeOS"],
  [/\bLinux\b/i, "Linux"],
];

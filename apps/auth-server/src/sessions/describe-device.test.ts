import { expect, test } from "@jest/globals";
import { describeDevice } from "./describe-device.js";

test.each([
  ["Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0", "Firefox on Linux"],
  [
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36",
    "Chrome on Windows",
  ],
  [
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36 Edg/142.0",
    "Edge on Windows",
  ],
  [
    "Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Mobile Safari/604.1",
    "Safari on iPhone",
  ],
  ["Mozilla/5.0 (Linux; Android 16) AppleWebKit/537.36 Chrome/142.0 Mobile Safari/537.36", "Chrome on Android"],
  [
    "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/142.0.0.0 Safari/537.36",
    "Headless Chrome on Linux",
  ],
  [
    "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Ubuntu Chromium/142.0 Chrome/142.0 Safari/537.36",
    "Chromium on Linux",
  ],
  [
    "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Cursor/2.1.0 Chrome/140.0 Electron/38.0 Safari/537.36",
    "Cursor on macOS",
  ],
  [
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Slack/4.1 Chrome/140.0 Electron/38.0 Safari/537.36",
    "A desktop app on Windows",
  ],
  [
    "Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; ChatGPT-User/1.0; +https://openai.com/bot)",
    "ChatGPT",
  ],
  ["Mozilla/5.0 (compatible; Claude-User/1.0; +Claude-User@anthropic.com)", "Claude"],
  ["claude-code/2.0.1 (cli)", "Claude Code"],
  [
    "Mozilla/5.0 (Linux; Android 16; SM-S931B) AppleWebKit/537.36 SamsungBrowser/28.0 Chrome/130.0 Mobile Safari/537.36",
    "Samsung Internet on Android",
  ],
  [
    "Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1 EdgiOS/142.0 Mobile Safari/604.1",
    "Edge on iPhone",
  ],
  ["Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)", "A web crawler"],
  ["curl/8.5.0", "curl"],
  ["python-requests/2.32.3", "A Python program"],
  ["node", "A Node.js program"],
  ["Go-http-client/2.0", "A Go program"],
  ["Mozilla/5.0 (PlayStation; PlayStation 5/12.0)", "Another browser"],
  ["x'; DROP TABLE <script>alert(1)</script>", "Another program"],
  ["", "Unknown browser"],
  [null, "Unknown browser"],
])("%s is %s", (userAgent, device) => {
  expect(describeDevice(userAgent)).toBe(device);
});

test("a very long or unusual user agent is described in our own words, quickly", () => {
  for (const part of ["Chrome/1 ", "Mozilla/5.0 (", "a", "\u202eevil ", "bot", " Claude-"]) {
    const before = process.cpuUsage();
    expect(describeDevice(part.repeat(100_000 / part.length)).length).toBeLessThan(40);
    // A quadratic algorithm would take minutes.
    expect(process.cpuUsage(before).user / 1_000).toBeLessThan(5_000);
  }
});

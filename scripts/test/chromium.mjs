import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { installDebianPackages } from "./debian.mjs";

/** Headless Chromium comes first: it renders the same pages for two thirds of the CPU time. */
const PROGRAMS = [
  "chromium-headless-shell",
  "chromium",
  "chromium-browser",
  "google-chrome",
  "google-chrome-stable",
  "chrome",
];
const MAC_PROGRAM = "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome";

/** The path of a Chromium or Chrome, which is installed if it is missing. Throws instructions if that fails. */
export async function provideChromium() {
  const found = findChromium();
  if (found !== undefined) return found;
  if (!(await installDebianPackages("chromium-headless-shell"))) await installDebianPackages("chromium");
  const installed = findChromium();
  if (installed !== undefined) return installed;
  throw new Error(
    "The end-to-end tests drive a real browser. Install Chromium or Chrome so that it is on the PATH:\n" +
      "  sudo apt-get install chromium-headless-shell\nOr name it: SKUCAST_TEST_BROWSER=/path/to/chrome npm test",
  );
}

function findChromium() {
  const folders = (process.env.PATH ?? "").split(delimiter);
  const candidates = PROGRAMS.flatMap((program) => folders.map((folder) => join(folder, program)));
  const named = process.env.SKUCAST_TEST_BROWSER;
  return [...(named ? [named] : []), ...candidates, MAC_PROGRAM].find((path) => existsSync(path));
}

import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { installDebianPackages } from "./debian.mjs";

const PROGRAMS = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome"];
const MAC_PROGRAM = "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome";

/** The path of a Chromium or Chrome, installed if need be; throws what to install when there is none. */
export async function provideChromium() {
  const found = findChromium();
  if (found !== undefined) return found;
  await installDebianPackages("chromium");
  const installed = findChromium();
  if (installed !== undefined) return installed;
  throw new Error(
    "The end-to-end tests drive a real browser. Install Chromium or Chrome so that it is on the PATH:\n" +
      "  sudo apt-get install chromium\nOr name it: SKUCAST_TEST_BROWSER=/path/to/chrome npm test",
  );
}

function findChromium() {
  const folders = (process.env.PATH ?? "").split(delimiter);
  const candidates = folders.flatMap((folder) => PROGRAMS.map((program) => join(folder, program)));
  const named = process.env.SKUCAST_TEST_BROWSER;
  return [...(named ? [named] : []), ...candidates, MAC_PROGRAM].find((path) => existsSync(path));
}

import { settingsOrExit } from "@skucast/app-kit/run-app";
import { createLogger } from "@skucast/service-kit/logger";
import { runProcess } from "@skucast/service-kit/run-process";
import { loadSettings } from "./config.js";
import { explain } from "./explain.js";
import { appNamesOf } from "./house.js";
import { createProgress } from "./progress.js";
import { createStandalone } from "./standalone.js";

const settings = settingsOrExit(loadSettings);
const appNames = settingsOrExit(() => appNamesOf(process.argv.slice(2)));
let isExplained = false;
const standalone = createStandalone({ settings, appNames, progress: createProgress(process.stdout) });
runProcess({
  service: {
    ...standalone,
    start: () =>
      standalone.start().catch((error: unknown) => {
        process.stderr.write(`\n${explain(error, settings)}\n`);
        isExplained = true;
        throw error;
      }),
  },
  // What happens is in the log file of the data folder, and why a start failed has been said in a sentence: only what
  // ends the house besides is told here.
  logger: createLogger({
    service: "skucast",
    level: "fatal",
    destination: { write: (line) => void (isExplained || process.stderr.write(line)) },
  }),
});

import { settingsOrExit } from "@skucast/app-kit/settings-or-exit";
import { collectWhenIdle } from "@skucast/service-kit/collect-when-idle";
import { createLogger } from "@skucast/service-kit/logger";
import { runProcess } from "@skucast/service-kit/run-process";
import { tuneGc } from "@skucast/service-kit/tune-gc";
import { appNamesOf } from "./apps.js";
import { loadSettings } from "./config.js";
import { explain } from "./explain.js";
import { createProgress } from "./progress.js";
import { createStandalone } from "./standalone.js";

tuneGc({ youngMb: 64 });
collectWhenIdle();
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
  // The log file of the data folder has everything, and a failed start has printed its reason. Standard error gets only
  // errors that end the process later.
  logger: createLogger({
    service: "skucast",
    level: "fatal",
    destination: { write: (line) => void (isExplained || process.stderr.write(line)) },
  }),
});

import { runApp } from "@skucast/app-kit/run-app";
import { tuneGc } from "@skucast/service-kit/tune-gc";
import { createImporter } from "./app.js";
import { loadSettings } from "./config.js";

tuneGc({ youngMb: 32, growthPercent: 50 });
await runApp({ name: "importer", loadSettings, createApp: createImporter });

import { runApp } from "@skucast/app-kit/run-app";
import { createImporter } from "./app.js";
import { loadSettings } from "./config.js";

await runApp({ name: "importer", loadSettings, createApp: createImporter });

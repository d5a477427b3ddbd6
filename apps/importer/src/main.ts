import { runApp } from "@skucast/app-kit/run-app";
import { keepGarbageSmall } from "@skucast/service-kit/keep-garbage-small";
import { createImporter } from "./app.js";
import { loadSettings } from "./config.js";

keepGarbageSmall({ youngMb: 32 });
await runApp({ name: "importer", loadSettings, createApp: createImporter });

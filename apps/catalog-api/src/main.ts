import { runApp } from "@skucast/app-kit/run-app";
import { createCatalogApi } from "./app.js";
import { loadSettings } from "./config.js";

await runApp({ name: "catalog-api", loadSettings, createApp: createCatalogApi });

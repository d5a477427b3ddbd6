import { runApp } from "@skucast/app-kit/run-app";
import { createAuthServer } from "./app.js";
import { loadSettings } from "./config.js";

await runApp({ name: "auth-server", loadSettings, createApp: createAuthServer });

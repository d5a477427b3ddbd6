import { runApp } from "@skucast/app-kit/run-app";
import { createWebhookDispatcher } from "./app.js";
import { loadSettings } from "./config.js";

await runApp({ name: "webhook-dispatcher", loadSettings, createApp: createWebhookDispatcher });

import { runApp } from "@skucast/app-kit/run-app";
import { tuneGc } from "@skucast/service-kit/tune-gc";
import { createWebhookDispatcher } from "./app.js";
import { loadSettings } from "./config.js";

tuneGc({ youngMb: 64 });
await runApp({ name: "webhook-dispatcher", loadSettings, createApp: createWebhookDispatcher });

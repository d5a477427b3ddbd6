import { runApp } from "@skucast/app-kit/run-app";
import { createFeedServer } from "./app.js";
import { loadSettings } from "./config.js";

await runApp({ name: "feed-server", loadSettings, createApp: createFeedServer });

import { runApp } from "@skucast/app-kit/run-app";
import { createMcpGateway } from "./app.js";
import { loadSettings } from "./config.js";

await runApp({ name: "mcp-gateway", loadSettings, createApp: createMcpGateway });

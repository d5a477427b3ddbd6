import { runApp } from "@skucast/app-kit/run-app";
import { createSftpExporter } from "./app.js";
import { loadSettings } from "./config.js";

await runApp({ name: "sftp-exporter", loadSettings, createApp: createSftpExporter });

import { runApp } from "@skucast/app-kit/run-app";
import { tuneGc } from "@skucast/service-kit/tune-gc";
import { createSftpExporter } from "./app.js";
import { loadSettings } from "./config.js";

tuneGc();
await runApp({ name: "sftp-exporter", loadSettings, createApp: createSftpExporter });

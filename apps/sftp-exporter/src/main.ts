import { runApp } from "@skucast/app-kit/run-app";
import { keepGarbageSmall } from "@skucast/service-kit/keep-garbage-small";
import { createSftpExporter } from "./app.js";
import { loadSettings } from "./config.js";

keepGarbageSmall();
await runApp({ name: "sftp-exporter", loadSettings, createApp: createSftpExporter });

import { setFlagsFromString } from "node:v8";
import { runApp } from "@skucast/app-kit/run-app";
import { createSftpExporter } from "./app.js";
import { loadSettings } from "./config.js";

// Groups of rows live until they are written: a young generation that stays small, and an old one that is collected at three
// times what it holds, keep the memory of Parquet files flat. What other files are made with is no garbage.
setFlagsFromString("--semi-space-growth-factor=1");
setFlagsFromString("--heap-growing-percent=200");

await runApp({ name: "sftp-exporter", loadSettings, createApp: createSftpExporter });

import { expect, test } from "@jest/globals";
import type { StandaloneSettings } from "./config.js";
import { explain } from "./explain.js";

test.each([
  [8080, "Port 8080 is in use. Choose another one: PORT=8090 npm start."],
  [
    27_000,
    "Port 27000, for partners that fetch files by SFTP, is in use. Choose another one: SKUCAST_SFTP_PORT=2022 npm start.",
  ],
])("port %d in use: the message names the port and its setting", (port, sentence) => {
  const error = Object.assign(new Error("listen EADDRINUSE"), { code: "EADDRINUSE", port });
  expect(explain(error, { PORT: 8080 } as StandaloneSettings)).toBe(sentence);
});

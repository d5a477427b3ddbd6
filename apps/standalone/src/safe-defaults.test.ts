import { connect } from "node:net";
import { describe, expect, test } from "@jest/globals";
import { openOrigin } from "@skucast/app-kit/open-origin";
import { commonSchema } from "@skucast/app-kit/settings";
import { authServerSettings } from "@skucast/auth-server/config";
import { catalogApiSettings } from "@skucast/catalog-api/config";
import { newKeyringText } from "@skucast/credentials/keyring";
import { mcpGatewaySettings } from "@skucast/mcp-gateway/config";
import { createHealth } from "@skucast/service-kit/health";
import { createLogger } from "@skucast/service-kit/logger";
import { createMetrics } from "@skucast/service-kit/metrics";
import { environmentWith, standaloneSettings } from "./config.js";

/** What every app needs to start. */
const NEEDED = { DATABASE_URL: "postgresql://localhost/none", SKUCAST_ENCRYPTION_KEYS: newKeyringText() };

const accepts = (host: string, port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect({ host, port });
    socket.once("connect", () => {
      socket.destroy();
      resolve(true);
    });
    socket.once("error", () => resolve(false));
  });

describe("without settings", () => {
  test("an app and npm start listen on this machine only, and the image's setting listens everywhere", async () => {
    expect(standaloneSettings.parse({}).HOST).toBe("127.0.0.1");
    const logger = createLogger({ service: "test", level: "fatal", destination: { write: () => {} } });
    const tools = { health: createHealth(), metrics: createMetrics({ service: "test" }), logger };
    for (const [more, isOpen] of [
      [{}, false],
      [{ HOST: "0.0.0.0" }, true],
    ] as const) {
      const server = openOrigin(commonSchema.parse({ ...NEEDED, PORT: "0", ...more }), [], tools);
      await server.start();
      // 127.0.0.2 is another address of this machine.
      expect(await Promise.all(["127.0.0.1", "127.0.0.2"].map((host) => accepts(host, server.port)))).toEqual([
        true,
        isOpen,
      ]);
      await server.stop();
    }
  });

  test("people sign up with an invitation, and a public channel needs a proven domain", () => {
    expect(authServerSettings.parse(NEEDED).SKUCAST_SIGN_UP).toBe("invited");
    for (const settings of [catalogApiSettings, mcpGatewaySettings]) {
      expect(settings.parse(NEEDED).SKUCAST_DIRECTORY_PROOF).toBe("required");
    }
  });

  test("npm start lets anyone who reaches it sign up and publish, unless the environment says otherwise", () => {
    expect(environmentWith({})).toMatchObject({ SKUCAST_SIGN_UP: "open", SKUCAST_DIRECTORY_PROOF: "optional" });
    process.env.SKUCAST_SIGN_UP = "invited";
    try {
      expect(environmentWith({}).SKUCAST_SIGN_UP).toBe("invited");
    } finally {
      delete process.env.SKUCAST_SIGN_UP;
    }
  });
});

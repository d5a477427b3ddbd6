import type { Implementation } from "@modelcontextprotocol/server";
import { SERVICE_NAME } from "@skucast/contracts/service";
import type { McpContext } from "../context.js";

export const ICONS_PATH = "/mcp/icons";

/** Icons of the service, in the folder `icons` of this app. */
export const ICONS = [
  { file: "skucast.svg", mimeType: "image/svg+xml", sizes: ["any"] },
  { file: "skucast-256.png", mimeType: "image/png", sizes: ["256x256"] },
] as const;

/**
 * The server info that clients show to users. The version matches the one that directories list (infra/mcp-registry).
 */
export const serverInfoOf = ({ publicUrl }: Pick<McpContext, "publicUrl">): Implementation => ({
  name: SERVICE_NAME.toLowerCase(),
  title: SERVICE_NAME,
  version: "1.0.0",
  websiteUrl: publicUrl,
  icons: ICONS.map(({ file, mimeType, sizes }) => ({
    src: `${publicUrl}${ICONS_PATH}/${file}`,
    mimeType,
    sizes: [...sizes],
  })),
});

import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "@jest/globals";
import { z } from "zod";
import { PUBLIC_SURFACE, WORKSPACE_SURFACE } from "../surface.js";
import { ICONS, serverInfoOf } from "./server-info.js";

const at = (path: string): URL => new URL(`../../${path}`, import.meta.url);
const listing: unknown = JSON.parse(readFileSync(fileURLToPath(at("../../infra/mcp-registry/server.json")), "utf8"));

const httpsUrl = z.url({ protocol: /^https$/ }).max(255);
/** The MCP registry's format for a server listed by its URLs (server.json of 2025-12-11). */
const serverJson = z.strictObject({
  $schema: z.literal("https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json"),
  name: z
    .string()
    .min(3)
    .max(200)
    .regex(/^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/),
  title: z.string().min(1).max(100),
  description: z.string().min(1).max(100),
  version: z.string().regex(/^\d+\.\d+\.\d+$/),
  websiteUrl: httpsUrl,
  icons: z.array(
    z.strictObject({
      src: httpsUrl,
      mimeType: z.enum(["image/png", "image/jpeg", "image/jpg", "image/svg+xml", "image/webp"]),
      sizes: z.array(z.string().regex(/^(\d+x\d+|any)$/)),
    }),
  ),
  remotes: z.array(z.strictObject({ type: z.literal("streamable-http"), url: httpsUrl })),
});

test("the listing for the MCP registry is valid, names both servers, and matches their own server info", () => {
  const { name, remotes, title, version, websiteUrl, icons } = serverJson.parse(listing);
  const origin = "https://skucast.example";
  expect(name.split("/")[0]?.split(".").toReversed().join(".")).toBe(new URL(origin).host);
  expect(remotes.map(({ url }) => url)).toEqual([`${origin}/mcp`, `${origin}/mcp/public`]);
  expect({ title, version, websiteUrl, icons }).toEqual({ ...serverInfoOf({ publicUrl: origin }), name: undefined });
});

test("each icon matches its declared type and size, and one has a type that every client supports", () => {
  const kinds = ICONS.map(({ file, mimeType, sizes: [size] }) => {
    const bytes = readFileSync(fileURLToPath(at(`icons/${file}`)));
    if (mimeType === "image/svg+xml") {
      expect(bytes.toString()).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg"/);
      expect(bytes.toString()).not.toMatch(/<script|\son\w+=|href=/i);
      return mimeType;
    }
    // PNG (ISO 15948): the signature, then IHDR with width and height.
    expect(bytes.subarray(1, 4).toString()).toBe("PNG");
    expect(`${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`).toBe(size);
    return mimeType;
  });
  expect(kinds).toContain("image/png");
});

test("the how-to for listing the servers names every tool", () => {
  const page = readFileSync(fileURLToPath(at("../../docs/how-to/list-the-mcp-servers.md")), "utf8");
  for (const { name } of [...WORKSPACE_SURFACE.tools, ...PUBLIC_SURFACE.tools]) expect(page).toContain(`\`${name}\``);
});

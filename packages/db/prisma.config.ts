import { defineConfig } from "prisma/config";

// `prisma generate` runs no engine, but the CLI requires the path of one. With any existing file, nothing is downloaded.
if (process.argv.includes("generate")) process.env.PRISMA_SCHEMA_ENGINE_BINARY ??= process.execPath;

export default defineConfig({
  schema: "prisma/schema.prisma",
  migrations: { path: "prisma/migrations" },
  datasource: { url: process.env.DATABASE_URL ?? "" },
});

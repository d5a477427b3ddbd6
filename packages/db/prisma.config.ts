import { defineConfig } from "prisma/config";

// `prisma generate` runs no engine, yet the CLI wants one named: any existing file will do, and nothing is downloaded.
if (process.argv.includes("generate")) process.env.PRISMA_SCHEMA_ENGINE_BINARY ??= process.execPath;

export default defineConfig({
  schema: "prisma/schema.prisma",
  migrations: { path: "prisma/migrations" },
  datasource: { url: process.env.DATABASE_URL ?? "" },
});

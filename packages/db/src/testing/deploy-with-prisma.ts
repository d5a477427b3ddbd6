/// <reference path="./web-assembly.d.ts" />
import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { PrismaPg } from "@prisma/adapter-pg";
import { bindMigrationAwareSqlAdapterFactory } from "@prisma/driver-adapter-utils";
import * as engineGlue from "@prisma/schema-engine-wasm/schema_engine_bg";
import pg from "pg";

const SCHEMA = new URL("../../prisma/schema.prisma", import.meta.url);

/** Prisma's diagnosis of a history, and the migrations that it applied. */
export interface PrismaDeployment {
  readonly diagnosis: unknown;
  readonly applied: readonly string[];
}

/** The engine's JavaScript bindings support one instance per process. */
let isLoaded = false;

/** Applies a folder of migrations with the engine of `prisma migrate deploy`, compiled to WebAssembly. */
export async function deployWithPrisma(ownerUrl: string, folder: string): Promise<PrismaDeployment> {
  if (!isLoaded) loadEngine();
  isLoaded = true;
  const pool = new pg.Pool({ connectionString: ownerUrl });
  const engine = await engineGlue.SchemaEngine.new(
    { datamodels: [["schema.prisma", readFileSync(SCHEMA, "utf8")]] },
    () => {},
    bindMigrationAwareSqlAdapterFactory(wholeScripts(new PrismaPg(pool))),
  );
  const input = { migrationsList: migrationsIn(folder), filters: { externalTables: [], externalEnums: [] } };
  try {
    const diagnosis = await engine.diagnoseMigrationHistory({ ...input, optInToShadowDatabase: false });
    return { diagnosis, applied: (await engine.applyMigrations(input)).appliedMigrationNames };
  } finally {
    engine.free();
    // The engine leaves its connection open, which holds the lock of migrations.
    await pool.end();
  }
}

function loadEngine(): void {
  const path = createRequire(import.meta.url).resolve("@prisma/schema-engine-wasm");
  const program = new WebAssembly.Module(readFileSync(join(path, "..", "schema_engine_bg.wasm")));
  // The type declarations of the bindings do not contain the functions that the program imports from them.
  const glue = { ...engineGlue } as unknown as NonNullable<
    ConstructorParameters<typeof WebAssembly.Instance>[1]
  >[string];
  for (const [name, set] of Object.entries(glue)) {
    // The engine never clears the timer of a time limit, and a process waits for its timers before it ends.
    if (name.startsWith("__wbg_setTimeout")) glue[name] = (...args: unknown[]) => unreferenced(set, args);
  }
  const { exports } = new WebAssembly.Instance(program, { "./schema_engine_bg.js": glue });
  engineGlue.__wbg_set_wasm(exports);
  (exports.__wbindgen_start as () => void)();
}

const unreferenced = (set: unknown, args: readonly unknown[]): NodeJS.Timeout =>
  (set as (...args: readonly unknown[]) => NodeJS.Timeout)(...args).unref();

function migrationsIn(folder: string) {
  const names = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  return {
    baseDir: folder,
    lockfile: { path: "migration_lock.toml", content: readFileSync(join(folder, "migration_lock.toml"), "utf8") },
    shadowDbInitScript: "",
    migrationDirectories: names
      .map(({ name }) => name)
      .sort()
      .map((name) => ({
        path: name,
        migrationFile: {
          path: "migration.sql",
          content: { tag: "ok" as const, value: readFileSync(join(folder, name, "migration.sql"), "utf8") },
        },
      })),
  };
}

/** Sends scripts whole, like the connector of the command. Prisma's adapter splits them at semicolons. */
function wholeScripts(factory: PrismaPg): PrismaPg {
  const connect = factory.connect.bind(factory);
  factory.connect = async () => {
    const adapter = await connect();
    const { client } = adapter as unknown as { readonly client: pg.Pool };
    adapter.executeScript = async (script) => void (await client.query(script));
    return adapter;
  };
  return factory;
}

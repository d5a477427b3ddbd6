// Compiles the kernel to WebAssembly and writes it as a TypeScript module.
import { mkdirSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import asc from "assemblyscript/asc";

const FOLDER = fileURLToPath(new URL(".", import.meta.url));
const GENERATED = fileURLToPath(new URL("../src/generated", import.meta.url));
const OPTIONS = ["-O3", "--noAssert", "--runtime", "stub", "--enable", "simd", "--use", "abort="];

let binary;
const { error, stderr } = await asc.main(["row.ts", "--baseDir", FOLDER, "--outFile", "row.wasm", ...OPTIONS], {
  writeFile: (_name, contents) => {
    binary = contents;
  },
});
if (error) {
  process.stderr.write(`${stderr}\n${error.message}\n`);
  process.exit(1);
}
mkdirSync(GENERATED, { recursive: true });
writeFileSync(
  `${GENERATED}/kernel.ts`,
  `/** Generated from packages/profiles/kernel by \`pnpm generate\`. */\nexport const KERNEL = "${Buffer.from(binary).toString("base64")}";\n`,
);

/// <reference path="./web-assembly.d.ts" />
import { isInCapitals, isPlaceholder } from "../channel/suspicious-text.js";
import { KERNEL } from "../generated/kernel.js";

/** An instance of packages/profiles/kernel with its own memory. Addresses count bytes. */
export interface Kernel {
  /** Grows by pages of 64 KiB; this detaches its previous buffer. */
  readonly memory: { readonly buffer: ArrayBuffer; grow(pages: number): number };
  /** The start of the memory that the caller may use. */
  freeFrom(): number;
  /** The address of the last row's facts: two halves of its hash and whether it is out of stock (4 bytes each), its price at 16. */
  factsFrom(): number;
  /** Uses the plan at this address. Called once. */
  follow(plan: number): void;
  /** Writes the row of the product between `start` and `end`. Returns its length, or 0 when the product must be parsed. */
  writeRow(start: number, end: number, to: number): number;
}

let program: WebAssembly.Module | undefined;

/** Creates an instance of the kernel. The program is compiled once per process. */
export function createKernel(): Kernel {
  program ??= new WebAssembly.Module(Buffer.from(KERNEL, "base64"));
  const doubts = {
    isPlaceholder: (start: number, end: number) => isPlaceholder(textBetween(start, end)),
    isInCapitals: (start: number, end: number) => isInCapitals(textBetween(start, end)),
  };
  const { exports } = new WebAssembly.Instance(program, { doubts });
  const kernel = exports as unknown as Kernel;
  const textBetween = (start: number, end: number) =>
    Buffer.from(kernel.memory.buffer, start, end - start).toString("utf8");
  return kernel;
}

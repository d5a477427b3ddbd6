/// <reference path="./web-assembly.d.ts" />
import { isInCapitals, isPlaceholder } from "../channel/suspicious-text.js";
import { KERNEL } from "../generated/kernel.js";

/** The program of packages/profiles/kernel in a memory of its own. Places in the memory are counted in bytes. */
export interface Kernel {
  /** Grows by pages of 64 KiB; its former buffer is empty then. */
  readonly memory: { readonly buffer: ArrayBuffer; grow(pages: number): number };
  /** From here on the memory is the caller's. */
  freeFrom(): number;
  /** Where what is told of a row lies: its hash in two halves and whether it is out of stock, four bytes each, and at 16 its price. */
  factsFrom(): number;
  /** Takes the plan that lies there. Called once. */
  follow(plan: number): void;
  /** Writes the row of the product between `start` and `end`; answers its length, or 0 when the product must be parsed. */
  writeRow(start: number, end: number, to: number): number;
}

let program: WebAssembly.Module | undefined;

/** Opens a kernel; the program is compiled once in a process. */
export function openKernel(): Kernel {
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

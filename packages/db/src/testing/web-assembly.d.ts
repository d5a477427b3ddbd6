/** The parts of WebAssembly used here. TypeScript has these types only in the DOM library. */
declare namespace WebAssembly {
  class Module {
    constructor(bytes: Uint8Array);
  }
  class Instance {
    constructor(module: Module, imports: Record<string, Record<string, (...values: number[]) => unknown>>);
    readonly exports: Record<string, unknown>;
  }
}

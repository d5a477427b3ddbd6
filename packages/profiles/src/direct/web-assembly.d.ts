/** What Node.js has of WebAssembly, as far as it is used here: its types come with those of browsers alone. */
declare namespace WebAssembly {
  class Module {
    constructor(bytes: Uint8Array);
  }
  class Instance {
    constructor(module: Module, imports: Record<string, Record<string, (...values: number[]) => unknown>>);
    readonly exports: Record<string, unknown>;
  }
}

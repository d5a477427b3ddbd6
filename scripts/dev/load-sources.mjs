// Preloaded with --import: Node.js then runs the TypeScript sources themselves, in worker threads too.
import { enableCompileCache } from "node:module";
import { loadSourcesNatively } from "../jest/native-modules.mjs";

enableCompileCache();
loadSourcesNatively(() => "");

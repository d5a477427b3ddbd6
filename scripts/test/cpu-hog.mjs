// Keeps every core busy until standard input closes, so that it ends with its parent in any case.
import { availableParallelism } from "node:os";
import { Worker } from "node:worker_threads";

for (let core = 0; core < availableParallelism(); core += 1) new Worker("for (;;);", { eval: true });
process.stdin.resume().once("close", () => process.exit());

// Keeps every core busy until standard input closes, so that nothing stays behind, however its parent ends.
import { availableParallelism } from "node:os";
import { Worker } from "node:worker_threads";

for (let core = 0; core < availableParallelism(); core += 1) new Worker("for (;;);", { eval: true });
process.stdin.resume().once("close", () => process.exit());

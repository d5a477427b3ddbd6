import { idSchema } from "@skucast/contracts/ids";
import { z } from "zod";
import { definePrompt } from "./define-prompt.js";

export const explainRun = definePrompt({
  name: "explain_run",
  title: "Explain a feed run",
  description: "Explains in plain words how a run went and what to do next.",
  input: z.strictObject({ run_id: idSchema("run").describe("The run to explain.") }),
  write: ({ run_id: id }) =>
    `Explain the feed run ${id} to someone who runs a shop.

1. Call get_run.
2. Say whether the file was created and delivered, how many products it contains, and how many are left out and why.
3. For the most frequent issues say what to change; get_channel_issues names the call that fixes each.
4. If a delivery failed, say what the partner's server answered. If the run is held, say which guard holds it: a person decides
   between release_run and discard_run, and run_feed would discard it. Start nothing unless you are asked to.`,
});

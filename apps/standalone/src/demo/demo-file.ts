import { z } from "zod";
import type { DataFolder } from "../data-folder.js";

/**
 * `demo.json` of the data folder (mode 0600): how to reach the demo workspace. `base_url`, `workspace_id`, `api_key` and
 * `user` are a contract that programs rely on; the rest is for the demo itself.
 */
const demoSchema = z.object({
  base_url: z.string(),
  workspace_id: z.string(),
  api_key: z.string(),
  user: z.object({ email: z.string(), password: z.string() }),
  channel_id: z.string().optional(),
  feed_id: z.string().optional(),
  destination_id: z.string().optional(),
  webhook_endpoint_id: z.string().optional(),
  webhook_secret: z.string().optional(),
  partner: z.object({ username: z.string(), password: z.string(), host_key: z.string(), folder: z.string() }),
});
export type Demo = z.output<typeof demoSchema>;

const FILE = "demo.json";

/** The demo of an earlier start; null when the file does not exist or cannot be read. */
export function readDemo(folder: DataFolder): Demo | null {
  const text = folder.readPrivate(FILE);
  if (text === null) return null;
  try {
    return demoSchema.parse(JSON.parse(text));
  } catch {
    return null;
  }
}

export const writeDemo = (folder: DataFolder, demo: Demo): void =>
  folder.writePrivate(FILE, `${JSON.stringify(demo, null, 2)}\n`);

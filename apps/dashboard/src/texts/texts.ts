import { apiKeys } from "./en/api-keys.js";
import { frame } from "./en/frame.js";
import { general } from "./en/general.js";
import { problems } from "./en/problems.js";
import { session } from "./en/session.js";

/** Every text of the dashboard. Another language is another folder of the same shape; nothing else holds words. */
export const texts = { apiKeys, frame, general, problems, session };

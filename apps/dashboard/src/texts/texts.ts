import { apiKeys } from "./en/api-keys.js";
import { auditLog } from "./en/audit-log.js";
import { frame } from "./en/frame.js";
import { general } from "./en/general.js";
import { members } from "./en/members.js";
import { problems } from "./en/problems.js";
import { products } from "./en/products.js";
import { session } from "./en/session.js";
import { webhooks } from "./en/webhooks.js";

/** Every text of the dashboard. Another language is another folder of the same shape; nothing else holds words. */
export const texts = { apiKeys, auditLog, frame, general, members, problems, products, session, webhooks };

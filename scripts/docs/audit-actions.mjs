import { built } from "./built.mjs";
import { code, GENERATED, table } from "./markdown.mjs";

/** Every action of the audit log. */
export async function renderAuditActions() {
  const { AUDIT_ACTIONS, objectTypeOf } = await built("packages/contracts", "audit/actions");
  const rows = Object.entries(AUDIT_ACTIONS).map(([action, meaning]) => [
    code(action),
    code(objectTypeOf(action)),
    meaning,
  ]);
  return `${GENERATED}
# Actions of the audit log

\`GET /audit-log\` lists who did what, newest first. An entry is written in the same transaction as the change that it
records, and no application can change or delete it. \`actor\` is an API key, a user, or a user through a connected app;
\`object\` is what the action changed; \`details\` never holds a secret. How to read it:
[manage-keys-and-apps](../how-to/manage-keys-and-apps.md#see-who-did-what).

${table(["Action", "Type of the object", "Meaning"], rows)}
`;
}

import type { Incident } from "@skucast/contracts/incidents/incident";
import { DEFAULT_LANGUAGE, type Language, languageOf } from "@skucast/contracts/languages";
import { LIMITS } from "@skucast/contracts/limits";
import type { WorkspaceTransaction } from "@skucast/db/prisma";
import type { Call } from "../call.js";
import { requirePerson } from "../notifications/require-person.js";
import type { Page, PageRequest } from "../page.js";
import { runRead } from "../transactions.js";
import { findIncidents, incidentOf } from "./incident-row.js";
import { readUntilOf } from "./read-until.js";

interface IncidentPage extends Page<Incident> {
  readonly unreadCount: number;
}

/** A page of the incidents that the signed-in user may see, newest first, and how many of all they have not read. */
export function listIncidents(
  call: Call<PageRequest & { readonly language: Language | undefined }>,
): Promise<IncidentPage> {
  const { userId } = requirePerson(call.principal);
  const { after, limit } = call.input;
  return runRead(call, null, async (tx, workspaceId) => {
    const readUntil = await readUntilOf(tx, workspaceId, userId);
    const language = call.input.language ?? (await languageOfUser(tx, userId));
    const rows = await findIncidents(tx, { where: { workspaceId, ...olderThan(after) }, take: limit + 1 });
    const shown = rows.slice(0, limit);
    const last = shown.at(-1);
    return {
      items: shown.map((row) => incidentOf(row, language, readUntil)),
      next: rows.length > limit && last ? `${last.openedAt.toISOString()} ${last.id}` : null,
      unreadCount: await tx.incident.count({
        where: { workspaceId, OR: [{ openedAt: { gt: readUntil } }, { closedAt: { gt: readUntil } }] },
        take: LIMITS.unreadIncidentsCounted,
      }),
    };
  });
}

async function languageOfUser(tx: WorkspaceTransaction, id: string): Promise<Language> {
  const user = await tx.user.findUnique({ where: { id }, select: { language: true } });
  return languageOf(user?.language) ?? DEFAULT_LANGUAGE;
}

/** The incidents after a place in the list: a time, and the id of one that started then. */
function olderThan(place: string) {
  if (place === "") return {};
  const [at = "", id = ""] = place.split(" ");
  const openedAt = new Date(at);
  return { openedAt: { lte: openedAt }, NOT: { openedAt, id: { gte: id } } };
}

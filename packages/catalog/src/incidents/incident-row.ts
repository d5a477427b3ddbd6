import type { Incident } from "@skucast/contracts/incidents/incident";
import type { Language } from "@skucast/contracts/languages";
import { NOTIFICATION_KIND_NAMES } from "@skucast/contracts/notifications/notification-kinds";
import type { WorkspaceTransaction } from "@skucast/db/prisma";
import { z } from "zod";

const kindSchema = z.enum(NOTIFICATION_KIND_NAMES);
const subjectsSchema = z.record(z.string(), z.string());

/** The columns that members may read. */
export const INCIDENT_COLUMNS = {
  id: true,
  kind: true,
  objectId: true,
  channelId: true,
  subject: true,
  subjects: true,
  openedAt: true,
  closedAt: true,
  closedSubject: true,
  closedSubjects: true,
  acknowledgedAt: true,
} as const;

type IncidentRow = Awaited<ReturnType<typeof findIncidents>>[number];

export const findIncidents = (tx: WorkspaceTransaction, query: { readonly where: object; readonly take: number }) =>
  tx.incident.findMany({ ...query, select: INCIDENT_COLUMNS, orderBy: [{ openedAt: "desc" }, { id: "desc" }] });

/** A stored incident as returned to a person who has read those until a time. */
export const incidentOf = (row: IncidentRow, language: Language, readUntil: Date): Incident => ({
  id: row.id,
  kind: kindSchema.parse(row.kind),
  object_id: row.objectId,
  channel_id: row.channelId,
  subject: inLanguage(row.subjects, language) ?? row.subject,
  opened_at: row.openedAt.toISOString(),
  closed_at: row.closedAt?.toISOString() ?? null,
  closed_subject: inLanguage(row.closedSubjects, language) ?? row.closedSubject,
  is_acknowledged: row.acknowledgedAt !== null,
  is_read: row.openedAt <= readUntil && (row.closedAt === null || row.closedAt <= readUntil),
});

/** Rows of earlier versions have only an English subject. */
const inLanguage = (subjects: unknown, language: Language): string | undefined =>
  subjectsSchema.safeParse(subjects).data?.[language];

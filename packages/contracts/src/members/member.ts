import { z } from "zod";
import { idSchema } from "../ids.js";
import { LIMITS } from "../limits.js";
import { listOf, pageQuery, validateOnlyQuery } from "../list.js";
import type { Fault } from "../problem.js";
import { RESTRICTABLE_ROLES, ROLES, type Role } from "../roles.js";

export const roleSchema = z
  .enum(ROLES)
  .describe("owner and admin manage the workspace; editor can write; viewer can read.");

/** The channels that a member is restricted to; null for the whole workspace. */
export const channelIdsSchema = z
  .array(idSchema("ch"))
  .min(1)
  .max(LIMITS.channelsPerWorkspace)
  .nullable()
  .describe("Restricts an editor or viewer to these channels and what belongs to them; null for all.");

export const memberPatchSchema = z.strictObject({ role: roleSchema, channel_ids: channelIdsSchema }).partial();
export type MemberPatch = z.output<typeof memberPatchSchema>;

export const memberSchema = z
  .object({
    user_id: z.string(),
    email: z.string(),
    name: z.string(),
    role: roleSchema,
    channel_ids: z.array(z.string()).nullable(),
    created_at: z.iso.datetime().describe("When the person became a member."),
    updated_at: z.iso.datetime(),
  })
  .meta({ id: "Member" });
export type Member = z.output<typeof memberSchema>;

export const memberParams = z.object({ user_id: idSchema("usr") });
export const memberListQuery = z.object(pageQuery);
export const memberListSchema = listOf(memberSchema);
export const writeQuery = z.object(validateOnlyQuery);

/** The error of restricting this role to channels; null if it is allowed. */
export function restrictionFault(role: Role, channelIds: readonly string[] | null): Fault | null {
  if (channelIds === null || RESTRICTABLE_ROLES.includes(role)) return null;
  const allowed = RESTRICTABLE_ROLES.join(" or ");
  const message = `must be null for the role ${role}: only the role ${allowed} can be restricted to channels`;
  return { pointer: "/channel_ids", code: "not_allowed", message };
}

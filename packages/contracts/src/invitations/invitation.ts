import { z } from "zod";
import { idSchema } from "../ids.js";
import { listOf, pageQuery, validateOnlyQuery } from "../list.js";
import { channelIdsSchema, restrictionFault, roleSchema } from "../members/member.js";

export const INVITATION_STATUSES = ["open", "accepted", "revoked", "expired"] as const;

/** An email address as accounts store it: lower-cased. */
export const emailSchema = z.string().trim().toLowerCase().max(254).pipe(z.email("must be an email address"));

export const invitationCreateSchema = z
  .strictObject({ email: emailSchema, role: roleSchema, channel_ids: channelIdsSchema.default(null) })
  .check(({ value, issues }) => {
    const fault = restrictionFault(value.role, value.channel_ids);
    if (fault === null) return;
    const { code, message } = fault;
    issues.push({ code: "custom", path: ["channel_ids"], message, params: { code }, input: value.channel_ids });
  });
export type InvitationCreate = z.output<typeof invitationCreateSchema>;

export const invitationSchema = z
  .object({
    id: z.string(),
    email: z.string(),
    role: roleSchema,
    channel_ids: z.array(z.string()).nullable(),
    status: z.enum(INVITATION_STATUSES),
    invited_by: z.string().describe("Id of the user or API key that created the invitation."),
    created_at: z.iso.datetime(),
    expires_at: z.iso.datetime(),
  })
  .meta({ id: "Invitation" });
export type Invitation = z.output<typeof invitationSchema>;

/** The response to creation: the only one that contains the link. */
export const invitationCreatedSchema = invitationSchema
  .extend({ url: z.string().describe("Shown once: the link for the invited person. It works once.") })
  .meta({ id: "InvitationCreated" });

export const invitationParams = z.object({ invitation_id: idSchema("inv") });
export const invitationListQuery = z.object(pageQuery);
export const invitationListSchema = listOf(invitationSchema);
export const writeQuery = z.object(validateOnlyQuery);

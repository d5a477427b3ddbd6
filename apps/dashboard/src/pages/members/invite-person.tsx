import { invitationCreateSchema } from "@skucast/contracts/invitations/invitation";
import { useState } from "react";
import { useApiMutation } from "../../api/use-api-mutation.js";
import { FormDialog } from "../../components/form-dialog.js";
import { SecretOnce } from "../../components/secret-once.js";
import { TextField } from "../../forms/field.js";
import { useForm } from "../../forms/use-form.js";
import { texts } from "../../texts/texts.js";
import { RoleFields, type RoleValues, roleBody } from "./role-fields.js";

const words = texts.members.inviting;

/** Invites a person, and shows the invitation link once. */
export function InvitePerson({ onClose }: { readonly onClose: () => void }) {
  const [link, setLink] = useState<string | null>(null);
  const invite = useApiMutation("createInvitation");
  const toBody = ({ email, ...role }: RoleValues & { readonly email: string }) => ({ email, ...roleBody(role) });
  const form = useForm<RoleValues & { readonly email: string }>({
    route: "createInvitation",
    initial: { email: "", role: "editor", channelIds: [] },
    schema: invitationCreateSchema,
    toBody,
    send: async (values) => setLink((await invite.mutateAsync({ body: toBody(values) })).url),
  });
  if (link !== null) {
    return (
      <SecretOnce title={words.linkTitle} lead={words.linkLead} label={words.link} secret={link} onClose={onClose} />
    );
  }
  return (
    <FormDialog title={words.title} lead={words.lead} form={form} actionLabel={words.act} onClose={onClose}>
      <TextField
        label={words.email}
        type="email"
        autoComplete="off"
        value={form.values.email}
        error={form.errorAt("/email")}
        onValue={(email) => form.set({ email })}
      />
      <RoleFields values={form.values} error={form.errorAt("/role")} onChange={form.set} />
    </FormDialog>
  );
}

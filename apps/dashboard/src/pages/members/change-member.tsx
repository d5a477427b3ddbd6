import { type Member, memberPatchSchema } from "@skucast/contracts/members/member";
import { useApiMutation } from "../../api/use-api-mutation.js";
import { FormDialog } from "../../components/form-dialog.js";
import { useNotice } from "../../components/notices.js";
import { useForm } from "../../forms/use-form.js";
import { texts } from "../../texts/texts.js";
import { RoleFields, type RoleValues, roleBody } from "./role-fields.js";

const words = texts.members.editing;

/** Changes a member's role and channels. */
export function ChangeMember({ member, onClose }: { readonly member: Member; readonly onClose: () => void }) {
  const update = useApiMutation("updateMember");
  const notify = useNotice();
  const name = member.name || member.email;
  const form = useForm<RoleValues>({
    route: "updateMember",
    initial: { role: member.role, channelIds: member.channel_ids ?? [] },
    schema: memberPatchSchema,
    toBody: roleBody,
    send: async (values) => {
      await update.mutateAsync({ params: { user_id: member.user_id }, body: roleBody(values) });
      notify(words.done(name));
      onClose();
    },
  });
  return (
    <FormDialog title={words.title(name)} form={form} actionLabel={words.act} onClose={onClose}>
      <RoleFields values={form.values} error={form.errorAt("/role")} onChange={form.set} />
    </FormDialog>
  );
}

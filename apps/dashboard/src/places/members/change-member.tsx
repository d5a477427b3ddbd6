import { type Member, memberPatchSchema } from "@skucast/contracts/members/member";
import { useAct } from "../../api/use-act.js";
import { useForm } from "../../forms/use-form.js";
import { FormDialog } from "../../parts/form-dialog.js";
import { useNotice } from "../../parts/notices.js";
import { texts } from "../../texts/texts.js";
import { RoleFields, type RoleValues, roleBody } from "./role-fields.js";

const words = texts.members.editing;

/** Changes what a member may do. */
export function ChangeMember({ member, onClose }: { readonly member: Member; readonly onClose: () => void }) {
  const update = useAct("updateMember");
  const tell = useNotice();
  const name = member.name || member.email;
  const form = useForm<RoleValues>({
    route: "updateMember",
    initial: { role: member.role, channelIds: member.channel_ids ?? [] },
    schema: memberPatchSchema,
    toBody: roleBody,
    send: async (values) => {
      await update.mutateAsync({ params: { user_id: member.user_id }, body: roleBody(values) });
      tell(words.done(name));
      onClose();
    },
  });
  return (
    <FormDialog title={words.title(name)} form={form} act={words.act} onClose={onClose}>
      <RoleFields values={form.values} fault={form.faultAt("/role")} onChange={form.set} />
    </FormDialog>
  );
}

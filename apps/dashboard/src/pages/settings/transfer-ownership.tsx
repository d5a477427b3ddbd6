import { ownershipSchema } from "@skucast/contracts/workspaces/workspace";
import { useState } from "react";
import { useApiList } from "../../api/use-api-list.js";
import { useApiMutation } from "../../api/use-api-mutation.js";
import { Button } from "../../components/button.js";
import { Card } from "../../components/card.js";
import { FormDialog } from "../../components/form-dialog.js";
import { useNotice } from "../../components/notices.js";
import { SelectField } from "../../forms/field.js";
import { useForm } from "../../forms/use-form.js";
import { useSession } from "../../session/session.js";
import { texts } from "../../texts/texts.js";

const words = texts.settings.ownership;

/** Makes another member the owner of the workspace. */
export function TransferOwnership() {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <Card title={words.title}>
      <p className="soft">{words.lead}</p>
      <Button kind="quiet" onClick={() => setIsOpen(true)}>
        {words.open}
      </Button>
      {isOpen && <ChooseOwner onClose={() => setIsOpen(false)} />}
    </Card>
  );
}

function ChooseOwner({ onClose }: { readonly onClose: () => void }) {
  const { user } = useSession();
  const { entries } = useApiList("listMembers", {});
  const members = entries.filter(({ user_id: id }) => id !== user?.id);
  const transfer = useApiMutation("transferOwnership");
  const notify = useNotice();
  const toBody = ({ userId }: { readonly userId: string }) => ({ user_id: userId });
  const form = useForm({
    route: "transferOwnership",
    initial: { userId: "" },
    schema: ownershipSchema,
    toBody,
    send: async (values) => {
      await transfer.mutateAsync({ body: toBody(values) });
      const heir = members.find(({ user_id: id }) => id === values.userId);
      notify(words.done(heir?.name || heir?.email || values.userId));
      onClose();
    },
  });
  return (
    <FormDialog title={words.dialogTitle} lead={words.lead} form={form} actionLabel={words.act} onClose={onClose}>
      <SelectField
        label={words.member}
        hint={members.length === 0 ? words.none : undefined}
        value={form.values.userId}
        error={form.errorAt("/user_id")}
        choices={[
          { value: "", label: words.choose },
          ...members.map(({ user_id: value, name, email }) => ({ value, label: name || email })),
        ]}
        onValue={(userId) => form.set({ userId })}
      />
    </FormDialog>
  );
}

import { RESTRICTABLE_ROLES, ROLES, type Role } from "@skucast/contracts/roles";
import { useApiList } from "../../api/use-api-list.js";
import { CheckField, SelectField } from "../../forms/field.js";
import { useSession } from "../../session/session.js";
import { texts } from "../../texts/texts.js";

const words = texts.members;

export interface RoleValues {
  readonly role: Role;
  readonly channelIds: readonly string[];
}

interface RoleFieldsProps {
  readonly values: RoleValues;
  readonly error: string | undefined;
  readonly onChange: (values: RoleValues) => void;
}

/** The members of the body for a role. Only some roles can be restricted to channels. */
export const roleBody = ({ role, channelIds }: RoleValues) => ({
  role,
  channel_ids: RESTRICTABLE_ROLES.includes(role) && channelIds.length > 0 ? [...channelIds] : null,
});

/** Fields for the role and, if it can be restricted, the channels. */
export function RoleFields({ values, error, onChange }: RoleFieldsProps) {
  const { role: ownRole } = useSession();
  const { entries: channels } = useApiList("listChannels", { query: { limit: 200 } });
  const toggle = (id: string, isSelected: boolean) =>
    onChange({
      ...values,
      channelIds: isSelected ? [...values.channelIds, id] : values.channelIds.filter((each) => each !== id),
    });
  return (
    <>
      <SelectField
        label={words.editing.role}
        value={values.role}
        error={error}
        choices={ROLES.filter((role) => role !== "owner" || ownRole === "owner").map((role) => ({
          value: role,
          label: words.roles[role],
        }))}
        onValue={(role) => onChange({ ...values, role: role as Role })}
      />
      {RESTRICTABLE_ROLES.includes(values.role) && channels.length > 0 && (
        <fieldset>
          <legend>{words.editing.channels}</legend>
          <p className="hint">{words.editing.channelsHint}</p>
          {channels.map(({ id, name }) => (
            <CheckField
              key={id}
              label={name}
              isChecked={values.channelIds.includes(id)}
              onChecked={(isSelected) => toggle(id, isSelected)}
            />
          ))}
        </fieldset>
      )}
    </>
  );
}

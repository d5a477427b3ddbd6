import type { ApiKeyCreate } from "@skucast/contracts/api-keys/api-key";
import { KEY_PERMISSIONS, type Permission } from "@skucast/contracts/scopes";
import { useApiList } from "../../api/use-api-list.js";
import { CheckField, SelectField } from "../../forms/field.js";
import { texts } from "../../texts/texts.js";

const words = texts.apiKeys.limits;
const DAY_MS = 86_400_000;
const DAYS = ["30", "90", "365"] as const;

/** Form values for a key's permissions, expiry and channels. */
export interface LimitValues {
  readonly access: "everything" | "read" | "chosen";
  /** Selected permissions, if `access` is `chosen`. */
  readonly scopes: readonly Permission[];
  /** Days until the key expires; empty for never. */
  readonly days: "" | (typeof DAYS)[number];
  readonly channelIds: readonly string[];
}

export const NO_LIMITS: LimitValues = { access: "everything", scopes: [], days: "", channelIds: [] };

const READ_PERMISSIONS = KEY_PERMISSIONS.filter((scope) => scope.endsWith(":read"));

/** The limits as members of the request body. */
export function limitsBody({ access, scopes, days, channelIds }: LimitValues, now: Date): Omit<ApiKeyCreate, "name"> {
  const named = access === "read" ? READ_PERMISSIONS : scopes;
  return {
    ...(access !== "everything" && { scopes: [...named] }),
    ...(days !== "" && { expires_at: new Date(now.getTime() + Number(days) * DAY_MS).toISOString() }),
    ...(channelIds.length > 0 && { channels: [...channelIds] }),
  };
}

interface KeyLimitsProps {
  readonly values: LimitValues;
  readonly errorAt: (pointer: string) => string | undefined;
  readonly onChange: (change: Partial<LimitValues>) => void;
}

/** Fields for a key's permissions, expiry and channels. */
export function KeyLimits({ values, errorAt, onChange }: KeyLimitsProps) {
  const { entries: channels } = useApiList("listChannels", { query: { limit: 200 } });
  const { access, scopes, days, channelIds } = values;
  return (
    <>
      <SelectField
        label={words.access}
        value={access}
        error={errorAt("/scopes")}
        choices={(["everything", "read", "chosen"] as const).map((value) => ({ value, label: words.accesses[value] }))}
        onValue={(value) => onChange({ access: value as LimitValues["access"] })}
      />
      {access === "chosen" && (
        <CheckboxGroup
          legend={words.permissions}
          choices={KEY_PERMISSIONS.map((scope) => ({ value: scope, label: words.sentences[scope] }))}
          selected={scopes}
          onChange={(selected) => onChange({ scopes: KEY_PERMISSIONS.filter((scope) => selected.includes(scope)) })}
        />
      )}
      <SelectField
        label={words.expires}
        hint={words.expiresHint}
        value={days}
        error={errorAt("/expires_at")}
        choices={[
          { value: "", label: words.never },
          ...DAYS.map((value) => ({ value, label: words.inDays(Number(value)) })),
        ]}
        onValue={(value) => onChange({ days: value as LimitValues["days"] })}
      />
      {channels.length > 0 && (
        <CheckboxGroup
          legend={words.channels}
          hint={words.channelsHint}
          choices={channels.map(({ id, name }) => ({ value: id, label: name }))}
          selected={channelIds}
          onChange={(selected) => onChange({ channelIds: selected })}
        />
      )}
    </>
  );
}

interface CheckboxGroupProps {
  readonly legend: string;
  readonly hint?: string;
  readonly choices: readonly { readonly value: string; readonly label: string }[];
  readonly selected: readonly string[];
  readonly onChange: (selected: readonly string[]) => void;
}

const CheckboxGroup = ({ legend, hint, choices, selected, onChange }: CheckboxGroupProps) => (
  <fieldset>
    <legend>{legend}</legend>
    {hint !== undefined && <p className="hint">{hint}</p>}
    {choices.map(({ value, label }) => (
      <CheckField
        key={value}
        label={label}
        isChecked={selected.includes(value)}
        onChecked={(isSelected) =>
          onChange(isSelected ? [...selected, value] : selected.filter((each) => each !== value))
        }
      />
    ))}
  </fieldset>
);

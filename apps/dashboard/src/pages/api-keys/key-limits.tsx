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

const READING = KEY_PERMISSIONS.filter((scope) => scope.endsWith(":read"));

/** The limits as members of the request body. */
export function limitsBody({ access, scopes, days, channelIds }: LimitValues, now: Date): Omit<ApiKeyCreate, "name"> {
  const named = access === "read" ? READING : scopes;
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
        <Ticks
          legend={words.permissions}
          choices={KEY_PERMISSIONS.map((scope) => ({ value: scope, label: words.sentences[scope] }))}
          ticked={scopes}
          onTicked={(ticked) => onChange({ scopes: KEY_PERMISSIONS.filter((scope) => ticked.includes(scope)) })}
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
        <Ticks
          legend={words.channels}
          hint={words.channelsHint}
          choices={channels.map(({ id, name }) => ({ value: id, label: name }))}
          ticked={channelIds}
          onTicked={(ticked) => onChange({ channelIds: ticked })}
        />
      )}
    </>
  );
}

interface TicksProps {
  readonly legend: string;
  readonly hint?: string;
  readonly choices: readonly { readonly value: string; readonly label: string }[];
  readonly ticked: readonly string[];
  readonly onTicked: (ticked: readonly string[]) => void;
}

const Ticks = ({ legend, hint, choices, ticked, onTicked }: TicksProps) => (
  <fieldset>
    <legend>{legend}</legend>
    {hint !== undefined && <p className="hint">{hint}</p>}
    {choices.map(({ value, label }) => (
      <CheckField
        key={value}
        label={label}
        isChecked={ticked.includes(value)}
        onChecked={(isIn) => onTicked(isIn ? [...ticked, value] : ticked.filter((each) => each !== value))}
      />
    ))}
  </fieldset>
);

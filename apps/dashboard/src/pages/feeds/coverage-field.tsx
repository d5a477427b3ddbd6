import { type Coverage, FEED_COVERAGES } from "@skucast/contracts/feeds/feed";
import { useApiQuery } from "../../api/use-api-query.js";
import { SelectField } from "../../forms/field.js";
import { texts } from "../../texts/texts.js";
import { profileName } from "../channels/profile-name.js";

const words = texts.feeds.form.coverage;

interface CoverageFieldProps {
  readonly channelId: string;
  readonly value: Coverage;
  readonly error: string | undefined;
  readonly onValue: (coverage: Coverage) => void;
}

/** Whether files contain every row or only changes. Only profiles with a row for removed products support changes. */
export function CoverageField({ channelId, value, error, onValue }: CoverageFieldProps) {
  const { data: channel } = useApiQuery("getChannel", { params: { channel_id: channelId } });
  const { data: profile } = useApiQuery(
    "getChannelProfile",
    { params: { profile_id: channel?.profile ?? "" } },
    { isEnabled: channel !== undefined },
  );
  if (profile === undefined) return null;
  const { name, tombstone } = profile;
  if (tombstone === undefined && value === "full") {
    return (
      <p>
        <strong>{words.label}</strong>
        <br />
        <span className="soft">{words.fullAlone(profileName(name))}</span>
      </p>
    );
  }
  const gone = tombstone && `${tombstone.column.name} ${tombstone.value}`;
  return (
    <SelectField
      label={words.label}
      hint={value === "full" ? words.full : gone && words.delta(gone)}
      value={value}
      error={error}
      choices={FEED_COVERAGES.map((each) => ({ value: each, label: words.choices[each] }))}
      onValue={(selected) => onValue(selected as Coverage)}
    />
  );
}

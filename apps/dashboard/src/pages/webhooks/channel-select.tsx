import { useApiQuery } from "../../api/use-api-query.js";
import { CheckField } from "../../forms/field.js";
import { texts } from "../../texts/texts.js";

const words = texts.webhooks.form;
const CHANNELS_MAX = 200;

interface ChannelSelectProps {
  readonly selected: readonly string[];
  readonly onChange: (selected: readonly string[]) => void;
}

/** Limits an endpoint's events to channels. A selected channel that no longer exists can only be deselected. */
export function ChannelSelect({ selected, onChange }: ChannelSelectProps) {
  const { data } = useApiQuery("listChannels", { query: { limit: CHANNELS_MAX } });
  const channels = data?.data.map(({ id, name }) => ({ id, name })) ?? [];
  const gone = selected.filter((id) => data && !channels.some((channel) => channel.id === id));
  const all = [...channels, ...gone.map((id) => ({ id, name: id }))];
  return (
    <fieldset>
      <legend>{words.channels}</legend>
      <p className="hint">{words.channelsHint}</p>
      {data && all.length === 0 && <p className="soft">{words.channelsNone}</p>}
      <div className="grid">
        {all.map(({ id, name }) => (
          <CheckField
            key={id}
            label={name}
            isChecked={selected.includes(id)}
            onChecked={(isSelected) =>
              onChange(isSelected ? [...selected, id] : selected.filter((each) => each !== id))
            }
          />
        ))}
      </div>
    </fieldset>
  );
}

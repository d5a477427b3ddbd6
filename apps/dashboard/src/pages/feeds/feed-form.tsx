import type { Channel } from "@skucast/contracts/channels/channel";
import { type Feed, type FeedCreate, feedCreateSchema, feedPatchSchema } from "@skucast/contracts/feeds/feed";
import { PULL_TYPES, type PullType } from "@skucast/contracts/pull-credentials/pull-credential";
import { useNavigate } from "@tanstack/react-router";
import { useApiList } from "../../api/use-api-list.js";
import { useApiMutation } from "../../api/use-api-mutation.js";
import { FormDialog } from "../../components/form-dialog.js";
import { useNotice } from "../../components/notices.js";
import { CheckField, SelectField, TextField } from "../../forms/field.js";
import { useForm } from "../../forms/use-form.js";
import { texts } from "../../texts/texts.js";
import { ScheduleFields } from "../schedules/schedule-fields.js";
import { type FeedValues, feedBody, valuesOf } from "./feed-body.js";
import { FileOptions } from "./file-options.js";

const words = texts.feeds.form;

interface FeedFormProps {
  /** The feed to edit; undefined to create one. */
  readonly feed?: Feed;
  readonly channels: readonly Channel[];
  readonly onClose: () => void;
}

/** Creates or edits a feed. */
export function FeedForm({ feed, channels, onClose }: FeedFormProps) {
  const create = useApiMutation("createFeed");
  const update = useApiMutation("updateFeed");
  const notify = useNotice();
  const navigate = useNavigate();
  const localTimeZone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const form = useForm<FeedValues>({
    route: feed ? "updateFeed" : "createFeed",
    draftName: feed ? `feed:${feed.id}` : "new-feed",
    initial: valuesOf(feed, channels[0]?.id ?? "", localTimeZone),
    schema: feed ? feedPatchSchema : feedCreateSchema,
    toBody: (values) => feedBody(values, feed),
    send: async (values) => {
      const body = feedBody(values, feed);
      if (feed) {
        await update.mutateAsync({ params: { feed_id: feed.id }, body, ifMatch: feed.version });
        notify(words.saved);
        return onClose();
      }
      // Validated by the contract: the body of a new feed has a channel.
      const { id } = await create.mutateAsync({ body: body as FeedCreate });
      void navigate({ to: "/feeds/$feedId", params: { feedId: id } });
    },
  });
  const { values, set, errorAt } = form;
  return (
    <FormDialog
      title={feed ? words.editTitle : words.createTitle}
      form={form}
      actionLabel={feed ? words.save : words.create}
      onClose={onClose}
    >
      <TextField label={words.name} value={values.name} error={errorAt("/name")} onValue={(name) => set({ name })} />
      {!feed && (
        <SelectField
          label={words.channel}
          value={values.channelId}
          error={errorAt("/channel_id")}
          choices={channels.map(({ id, name }) => ({ value: id, label: name }))}
          onValue={(channelId) => set({ channelId })}
        />
      )}
      <DestinationChoices selected={values.destinationIds} onChange={(destinationIds) => set({ destinationIds })} />
      <PullChoices selected={values.pulls} error={errorAt("/deliveries")} onChange={(pulls) => set({ pulls })} />
      <ScheduleFields values={values} set={set} errorAt={errorAt} />
      <FileOptions values={values} set={set} errorAt={errorAt} />
    </FormDialog>
  );
}

interface DestinationChoicesProps {
  readonly selected: readonly string[];
  readonly onChange: (selected: readonly string[]) => void;
}

function DestinationChoices({ selected, onChange }: DestinationChoicesProps) {
  const { entries, isPending } = useApiList("listDestinations", { query: { limit: 200 } });
  if (!isPending && entries.length === 0) return <p className="soft">{words.noDestination}</p>;
  return (
    <fieldset>
      <legend>{words.deliveries}</legend>
      {entries.map(({ id, name, host }) => (
        <CheckField
          key={id}
          label={`${name} (${host})`}
          isChecked={selected.includes(id)}
          onChecked={(isSelected) => onChange(isSelected ? [...selected, id] : selected.filter((each) => each !== id))}
        />
      ))}
    </fieldset>
  );
}

interface PullChoicesProps {
  readonly selected: readonly PullType[];
  readonly error: string | undefined;
  readonly onChange: (selected: readonly PullType[]) => void;
}

const PullChoices = ({ selected, error, onChange }: PullChoicesProps) => (
  <fieldset>
    <legend>{words.pulls}</legend>
    <p className="hint">{words.pullsHint}</p>
    {error !== undefined && (
      <p className="field-error" role="alert">
        {error}
      </p>
    )}
    {PULL_TYPES.map((type) => (
      <CheckField
        key={type}
        label={words.pullTypes[type]}
        isChecked={selected.includes(type)}
        onChecked={(isSelected) =>
          onChange(isSelected ? [...selected, type] : selected.filter((each) => each !== type))
        }
      />
    ))}
  </fieldset>
);

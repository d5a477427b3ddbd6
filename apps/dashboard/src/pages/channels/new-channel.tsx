import { type Channel, channelCreateSchema } from "@skucast/contracts/channels/channel";
import { useNavigate } from "@tanstack/react-router";
import { useApiMutation } from "../../api/use-api-mutation.js";
import { FormDialog } from "../../components/form-dialog.js";
import { CodeField } from "../../forms/code-field.js";
import { SelectField, TextField } from "../../forms/field.js";
import { useForm } from "../../forms/use-form.js";
import { LOCALE } from "../../texts/language.js";
import { texts } from "../../texts/texts.js";
import { useProfileChoices } from "../channel-profiles/use-profile-choices.js";
import { marketOf } from "./market-of.js";

const words = texts.channels.form;

interface ChannelValues {
  readonly name: string;
  readonly profile: Channel["profile"];
  readonly country: string;
  readonly currency: string;
  readonly language: string;
}

const toBody = ({ name, profile, country, currency, language }: ChannelValues) => ({
  name: name.trim(),
  profile,
  market: { country: country.trim(), currency: currency.trim(), language: language.trim() },
});

interface NewChannelProps {
  /** That of the products, which most markets have in common with them. */
  readonly currency: string;
  readonly onClose: () => void;
}

/** Creates a channel from a name, profile and market. Everything else is set on the channel's page. */
export function NewChannel({ currency, onClose }: NewChannelProps) {
  const create = useApiMutation("createChannel");
  const navigate = useNavigate();
  const form = useForm<ChannelValues>({
    route: "createChannel",
    draftName: "new-channel",
    initial: { name: "", profile: "openai_products", ...marketOf(LOCALE), currency },
    schema: channelCreateSchema,
    toBody,
    send: async (values) => {
      const { id } = await create.mutateAsync({ body: toBody(values) });
      void navigate({ to: "/channels/$channelId", params: { channelId: id } });
    },
  });
  const { values, set, errorAt } = form;
  const profiles = useProfileChoices(values.profile);
  return (
    <FormDialog title={words.createTitle} form={form} actionLabel={words.create} onClose={onClose}>
      <TextField label={words.name} value={values.name} error={errorAt("/name")} onValue={(name) => set({ name })} />
      <SelectField
        label={words.profile}
        hint={words.profileHint}
        value={values.profile}
        error={errorAt("/profile")}
        choices={profiles}
        onValue={(profile) => set({ profile: profile as Channel["profile"] })}
      />
      {(["country", "currency", "language"] as const).map((field) => (
        <CodeField
          key={field}
          kind={field}
          label={words[field]}
          hint={words.codeHints[field]}
          value={values[field]}
          error={errorAt(`/market/${field}`)}
          onValue={(value) => set({ [field]: value })}
        />
      ))}
    </FormDialog>
  );
}

import { ApiError } from "@skucast/client/api/api-error";
import type { WrittenProfile } from "@skucast/contracts/channel-profiles/channel-profile";
import { type FormEvent, useId, useRef, useState } from "react";
import { Button } from "../../components/button.js";
import { Card } from "../../components/card.js";
import { ErrorNote } from "../../components/error-note.js";
import { CodeField } from "../../forms/code-field.js";
import { useDirtyForm } from "../../forms/dirty-forms.js";
import { texts } from "../../texts/texts.js";
import { useCatalogCurrency } from "../products/use-catalog-currency.js";
import { columnsIn } from "./draft-columns.js";
import { EncodingField } from "./encoding-field.js";
import { locatePointer } from "./locate-pointer.js";
import { readText } from "./profile-draft.js";
import { ProfileFaults } from "./profile-faults.js";
import { ProfileForm } from "./profile-form.js";
import { ProfileSample } from "./profile-sample.js";
import type { ProfileWriter } from "./profile-writer.js";
import { type SampleMarket, useSample } from "./use-sample.js";

const words = texts.channelProfiles.editor;

interface ProfileEditorProps {
  readonly initial: string;
  readonly writer: ProfileWriter;
  readonly route: "createChannelProfile" | "updateChannelProfile";
  readonly onSaved: (profile: WrittenProfile) => void;
}

/** A definition as a form or as JSON, with a file of some products while it is edited, and its errors at their places. */
export function ProfileEditor({ initial, writer, route, onSaved }: ProfileEditorProps) {
  const [text, setText] = useState(initial);
  const currency = useCatalogCurrency() ?? "USD";
  const [chosen, setMarket] = useState<SampleMarket | null>(null);
  const market: SampleMarket = chosen ?? { country: "US", currency, language: "en" };
  const [error, setError] = useState<Error | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const [isSaved, setIsSaved] = useState(false);
  const [isJson, setIsJson] = useState(false);
  const area = useRef<HTMLTextAreaElement>(null);
  const id = useId();
  // Saving leaves the page, which then has nothing left to lose.
  useDirtyForm(text !== initial && !isSaved && !isBusy);
  const { sample, faults, error: sampleError, isFetching } = useSample(writer, text, market);
  const read = readText(text);
  const shown = read.ok ? faults : [read.fault];
  const columns = read.ok ? columnsIn(read.definition) : null;
  const isForm = !isJson && columns !== null;
  const setDefinition = (definition: object) => setText(JSON.stringify(definition, null, 2));

  const save = async () => {
    if (isBusy) return;
    setIsBusy(true);
    setError(null);
    try {
      const saved = await writer.write(text);
      setIsSaved(true);
      onSaved(saved);
    } catch (failure) {
      setError(failure instanceof Error ? failure : new Error(String(failure)));
    } finally {
      setIsBusy(false);
    }
  };
  const select = (pointer: string) => {
    const { start, end } = locatePointer(text, pointer);
    area.current?.focus();
    area.current?.setSelectionRange(start, end);
  };
  return (
    <form
      data-route={route}
      noValidate
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        void save();
      }}
    >
      {error && !(error instanceof ApiError && error.faults.length > 0) && <ErrorNote error={error} />}
      <Card
        title={words.definition}
        actions={
          columns !== null && (
            <Button kind="quiet" onClick={() => setIsJson(isForm)}>
              {isForm ? texts.rules.asJson : texts.rules.asForm}
            </Button>
          )
        }
      >
        {read.ok && isForm && columns ? (
          <ProfileForm definition={read.definition} columns={columns} faults={shown} onDefinition={setDefinition} />
        ) : (
          <div className="field">
            <label htmlFor={id}>{words.json}</label>
            <span className="hint" id={`${id}-hint`}>
              {words.jsonHint}
            </span>
            <textarea
              ref={area}
              id={id}
              rows={28}
              spellCheck={false}
              value={text}
              aria-invalid={shown.length > 0 || undefined}
              aria-describedby={`${id}-hint`}
              onChange={(event) => setText(event.target.value)}
            />
          </div>
        )}
        {read.ok && !isForm && <EncodingField definition={read.definition} onDefinition={setDefinition} />}
        <ProfileFaults text={text} faults={shown} {...(!isForm && { onSelect: select })} />
      </Card>
      <Card title={words.sample}>
        <p className="soft">{words.sampleHint}</p>
        <div className="grid">
          {(["country", "currency", "language"] as const).map((field) => (
            <CodeField
              key={field}
              kind={field}
              label={texts.channels.form[field]}
              value={market[field]}
              onValue={(value) => setMarket({ ...market, [field]: value.trim() })}
            />
          ))}
        </div>
        <p role="status" className="soft">
          {isFetching && words.working}
        </p>
        {read.ok && sampleError && <ErrorNote error={sampleError} />}
        {read.ok && sample && <ProfileSample sample={sample} />}
      </Card>
      <div className="bar">
        <Button type="submit" isBusy={isBusy}>
          {route === "createChannelProfile" ? words.create : words.save}
        </Button>
      </div>
    </form>
  );
}

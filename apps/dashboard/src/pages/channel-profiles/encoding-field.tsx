import { FILE_ENCODINGS } from "@skucast/contracts/channel-profiles/file-encodings";
import { SelectField } from "../../forms/field.js";
import { texts } from "../../texts/texts.js";
import { scriptOf } from "./encoding-scripts.js";
import { encodingIn, withEncoding } from "./profile-draft.js";

const words = texts.channelProfiles.editor;

type Definition = Readonly<Record<string, unknown>>;

interface EncodingFieldProps {
  readonly definition: Definition;
  readonly onDefinition: (definition: Definition) => void;
}

/** The encoding of a definition's text files, if it has any and all have the same. */
export function EncodingField({ definition, onDefinition }: EncodingFieldProps) {
  const encoding = encodingIn(definition);
  if (encoding === undefined) return null;
  return (
    <SelectField
      label={words.encoding}
      hint={words.encodingHint}
      value={encoding}
      choices={FILE_ENCODINGS.map((name) => ({ value: name, label: `${name} (${words.scripts[scriptOf(name)]})` }))}
      onValue={(name) => {
        const chosen = FILE_ENCODINGS.find((known) => known === name);
        if (chosen) onDefinition(withEncoding(definition, chosen));
      }}
    />
  );
}

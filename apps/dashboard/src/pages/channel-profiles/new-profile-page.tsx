import { useNavigate, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { useApiQuery } from "../../api/use-api-query.js";
import { Card } from "../../components/card.js";
import { Loading } from "../../components/loading.js";
import { useNotice } from "../../components/notices.js";
import { Page } from "../../components/page.js";
import { PageError } from "../../components/page-error.js";
import { TextField } from "../../forms/field.js";
import { texts } from "../../texts/texts.js";
import { FIRST_TEXT, textOfProfile } from "./profile-draft.js";
import { ProfileEditor } from "./profile-editor.js";
import { creatingWriter } from "./profile-writer.js";

const words = texts.channelProfiles;

/** Creates a profile, from an example or as a copy of another one. */
export function NewProfilePage() {
  const { from } = useSearch({ from: "/channel-profiles/new" });
  const params = { profile_id: from ?? "" };
  const { data, error, refetch } = useApiQuery("getChannelProfile", { params }, { isEnabled: from !== undefined });
  if (from === undefined) return <NewProfile initial={FIRST_TEXT} name="custom_marketplace" />;
  if (!data) return error ? <PageError error={error} onRetry={() => void refetch()} /> : <Loading />;
  return <NewProfile initial={textOfProfile(data)} name={`custom_${data.name.replace(/^custom_/, "")}_copy`} />;
}

function NewProfile({ initial, name: proposed }: { readonly initial: string; readonly name: string }) {
  const [name, setName] = useState(proposed);
  const navigate = useNavigate();
  const notify = useNotice();
  return (
    <Page title={words.newOne} lead={words.editor.lead}>
      <Card title={words.editor.general}>
        <TextField label={words.editor.name} hint={words.editor.nameHint} value={name} onValue={setName} />
      </Card>
      <ProfileEditor
        route="createChannelProfile"
        initial={initial}
        writer={creatingWriter(name.trim())}
        onSaved={(profile) => {
          notify(words.editor.created);
          void navigate({ to: "/channel-profiles/$profileId", params: { profileId: profile.name } });
        }}
      />
    </Page>
  );
}

import type { ChannelProfile } from "@skucast/contracts/channel-profiles/channel-profile";
import { Link, useNavigate, useParams } from "@tanstack/react-router";
import { useState } from "react";
import { useApiQuery } from "../../api/use-api-query.js";
import { Button } from "../../components/button.js";
import { CodeBlock } from "../../components/code-block.js";
import { ConfirmAction } from "../../components/confirm-action.js";
import { Loading } from "../../components/loading.js";
import { useNotice } from "../../components/notices.js";
import { Page } from "../../components/page.js";
import { PageError } from "../../components/page-error.js";
import { useCan } from "../../session/use-can.js";
import { texts } from "../../texts/texts.js";
import { textOfProfile } from "./profile-draft.js";
import { ProfileEditor } from "./profile-editor.js";
import { updatingWriter } from "./profile-writer.js";

const words = texts.channelProfiles;

/** A profile: its definition, which users who may write edit if it is the newest version of one of the workspace. */
export function ChannelProfilePage() {
  const { profileId } = useParams({ from: "/channel-profiles/$profileId" });
  const { data, error, refetch } = useApiQuery("getChannelProfile", { params: { profile_id: profileId } });
  if (!data) return error ? <PageError error={error} onRetry={() => void refetch()} /> : <Loading />;
  return <ShownProfile profile={data} />;
}

function ShownProfile({ profile }: { readonly profile: ChannelProfile }) {
  const canWrite = useCan("updateChannelProfile");
  const notify = useNotice();
  const isEditable = canWrite && profile.is_custom && profile.is_newest;
  return (
    <Page title={profile.title} lead={<code>{profile.id}</code>} actions={canWrite && <Actions profile={profile} />}>
      {isEditable ? (
        <ProfileEditor
          key={profile.id}
          route="updateChannelProfile"
          initial={textOfProfile(profile)}
          writer={updatingWriter(profile)}
          onSaved={(saved) => notify(words.editor.saved(saved.id))}
        />
      ) : (
        <CodeBlock label={words.editor.definition} value={textOfProfile(profile)} />
      )}
      <Versions profile={profile} />
    </Page>
  );
}

function Actions({ profile }: { readonly profile: ChannelProfile }) {
  const [isConfirming, setIsConfirming] = useState(false);
  const navigate = useNavigate();
  return (
    <>
      <Link className="button quiet" to="/channel-profiles/new" search={{ from: profile.id }}>
        {words.copy}
      </Link>
      {profile.is_custom && (
        <Button kind="quiet" onClick={() => setIsConfirming(true)}>
          {words.remove.button}
        </Button>
      )}
      {isConfirming && (
        <ConfirmAction
          route="deleteChannelProfile"
          request={{ params: { profile_id: profile.name } }}
          title={words.remove.title(profile.name)}
          effect={<p>{words.remove.effect}</p>}
          actionLabel={words.remove.act}
          done={words.remove.done}
          onDone={() => void navigate({ to: "/channel-profiles" })}
          onClose={() => setIsConfirming(false)}
        />
      )}
    </>
  );
}

function Versions({ profile: { name, version, versions = [] } }: { readonly profile: ChannelProfile }) {
  const others = versions.filter((each) => String(each) !== version);
  if (others.length === 0) return null;
  return (
    <p>
      {words.otherVersions}{" "}
      {others.map((each) => (
        <Link key={each} to="/channel-profiles/$profileId" params={{ profileId: `${name}@${each}` }}>
          {each}{" "}
        </Link>
      ))}
    </p>
  );
}

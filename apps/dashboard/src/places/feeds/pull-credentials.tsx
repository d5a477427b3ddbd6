import type { Feed } from "@skucast/contracts/feeds/feed";
import type { PullCredential, PullCredentialCreated } from "@skucast/contracts/pull-credentials/pull-credential";
import { useState } from "react";
import { usePages } from "../../api/use-pages.js";
import { Badge } from "../../parts/badge.js";
import { Button } from "../../parts/button.js";
import { Listing } from "../../parts/listing.js";
import { Moment } from "../../parts/moment.js";
import { Sheet } from "../../parts/sheet.js";
import type { Column } from "../../parts/table.js";
import { texts } from "../../texts/texts.js";
import { NewPullCredential } from "./new-pull-credential.js";
import { PullSecret } from "./pull-secret.js";
import { RevokePullCredential } from "./revoke-pull-credential.js";

const words = texts.feeds.pulls;

interface PullCredentialsProps {
  readonly feed: Feed;
  readonly mayWrite: boolean;
}

/** Who may fetch the feed's files, and who last did; nothing for a feed that is only pushed. */
export function PullCredentials({ feed, mayWrite }: PullCredentialsProps) {
  const [isNew, setIsNew] = useState(false);
  const [created, setCreated] = useState<PullCredentialCreated | null>(null);
  const [asked, setAsked] = useState<PullCredential | null>(null);
  const types = feed.deliveries.flatMap(({ type }) => (type === "sftp_push" ? [] : [type]));
  const credentials = usePages("listPullCredentials", { params: { feed_id: feed.id } });
  if (types.length === 0 && credentials.entries.length === 0) return null;
  return (
    <Sheet
      title={words.title}
      actions={
        mayWrite &&
        types.length > 0 && (
          <Button kind="quiet" onClick={() => setIsNew(true)}>
            {words.newOne}
          </Button>
        )
      }
    >
      <p className="soft">{words.lead}</p>
      <Listing
        list={credentials}
        caption={words.caption}
        columns={mayWrite ? [...COLUMNS, revokeColumn(setAsked)] : COLUMNS}
        keyOf={({ id }) => id}
        empty={<p>{words.none}</p>}
      />
      {isNew && (
        <NewPullCredential feedId={feed.id} types={types} onCreated={setCreated} onClose={() => setIsNew(false)} />
      )}
      {created && <PullSecret created={created} onClose={() => setCreated(null)} />}
      {asked && <RevokePullCredential credential={asked} onClose={() => setAsked(null)} />}
    </Sheet>
  );
}

const COLUMNS: readonly Column<PullCredential>[] = [
  { key: "name", title: words.columns.name, isHead: true, cell: ({ name }) => name },
  { key: "type", title: words.columns.type, cell: ({ type }) => texts.feeds.one.pullTypes[type] },
  {
    key: "secret",
    title: words.columns.secret,
    isExtra: true,
    cell: ({ last_four: four }) => (four === null ? words.byKey : <code>{words.ends(four)}</code>),
  },
  {
    key: "used",
    title: words.columns.used,
    isExtra: true,
    cell: ({ last_used_at: at }) => (at ? <Moment at={at} /> : texts.general.never),
  },
  {
    key: "status",
    title: words.columns.status,
    cell: ({ status }) => <Badge tone={status === "active" ? "good" : "plain"}>{words.statuses[status]}</Badge>,
  },
];

const revokeColumn = (onAsk: (credential: PullCredential) => void): Column<PullCredential> => ({
  key: "act",
  title: <span className="unseen">{words.columns.act}</span>,
  align: "end",
  cell: (credential) =>
    credential.status === "active" && (
      <Button kind="quiet" aria-label={words.revokeOf(credential.name)} onClick={() => onAsk(credential)}>
        {words.revoke}
      </Button>
    ),
});

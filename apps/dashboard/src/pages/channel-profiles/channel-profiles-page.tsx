import type { ChannelProfile } from "@skucast/contracts/channel-profiles/channel-profile";
import { Link } from "@tanstack/react-router";
import { useApiList } from "../../api/use-api-list.js";
import { ListPage } from "../../components/list-page.js";
import type { Column } from "../../components/table.js";
import { useCan } from "../../session/use-can.js";
import { texts } from "../../texts/texts.js";

const words = texts.channelProfiles;

/** The profiles that channels can have: those of the workspace, and the built-in ones. */
export const ChannelProfilesPage = () => {
  const canCreate = useCan("createChannelProfile");
  return (
    <ListPage
      list={useApiList("listChannelProfiles", {})}
      words={words}
      columns={COLUMNS}
      create={
        canCreate && (
          <Link className="button main" to="/channel-profiles/new" search={{}}>
            {words.newOne}
          </Link>
        )
      }
    />
  );
};

const COLUMNS: readonly Column<ChannelProfile>[] = [
  {
    key: "title",
    title: words.columns.title,
    isRowHeader: true,
    cell: ({ id, title }) => (
      <Link to="/channel-profiles/$profileId" params={{ profileId: id }}>
        {title}
      </Link>
    ),
  },
  { key: "id", title: words.columns.id, isHiddenOnNarrow: true, cell: ({ id }) => <code>{id}</code> },
  { key: "formats", title: words.columns.formats, isHiddenOnNarrow: true, cell: ({ formats }) => formats.join(", ") },
  { key: "kind", title: words.columns.kind, cell: ({ is_custom: isCustom }) => (isCustom ? words.own : words.builtIn) },
];

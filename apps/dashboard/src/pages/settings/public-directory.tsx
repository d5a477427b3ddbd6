import { Link } from "@tanstack/react-router";
import { useApiQuery } from "../../api/use-api-query.js";
import { Card } from "../../components/card.js";
import { CopyButton } from "../../components/copy-button.js";
import { texts } from "../../texts/texts.js";

const words = texts.settings.directory;
const CHANNELS_MAX = 200;

/** All channels, of which some are in the directory. */
export const useListedChannels = () => useApiQuery("listChannels", { query: { limit: CHANNELS_MAX } });

/** The channels in the public directory, and the directory's URL. */
export function PublicDirectory() {
  const { data } = useListedChannels();
  const shown = data?.data.filter(({ in_public_directory }) => in_public_directory) ?? [];
  const address = `${window.location.origin}/mcp/public`;
  return (
    <Card title={words.title}>
      <p className="soft">{words.lead}</p>
      <p className="actions">
        <code>{address}</code> <CopyButton text={address} />
      </p>
      {data && shown.length === 0 && <p>{words.none}</p>}
      {shown.length > 0 && (
        <ul>
          {shown.map(({ id, name, status }) => (
            <li key={id}>
              <Link to="/channels/$channelId" params={{ channelId: id }}>
                {name}
              </Link>
              {status !== "active" && ` (${words.notActive})`}
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

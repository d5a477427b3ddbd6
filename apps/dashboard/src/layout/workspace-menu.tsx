import { useApiList } from "../api/use-api-list.js";
import { useApiMutation } from "../api/use-api-mutation.js";
import { Menu } from "../components/menu.js";
import { useNotice } from "../components/notices.js";
import { problemText } from "../service-messages/problem-text.js";
import { useSession } from "../session/session.js";
import { texts } from "../texts/first-view.js";
import { compareNames } from "../texts/format.js";

/** Shows the current workspace and switches to another. */
export function WorkspaceMenu() {
  const { workspace } = useSession();
  const { entries } = useApiList("listOwnWorkspaces", { query: { limit: 200 } });
  const change = useApiMutation("switchWorkspace");
  const notify = useNotice();
  const switchTo = async (id: string) => {
    await change.mutateAsync({ body: { workspace_id: id } });
    // A full reload, so that no data of the previous workspace stays visible.
    window.location.assign("/");
  };
  const workspaces = [...entries].sort((a, b) => compareNames(a.name, b.name));
  return (
    <Menu
      name={texts.frame.workspaceMenu(workspace.name)}
      label={<span className="clip">{workspace.name}</span>}
      items={[
        ...workspaces.map(({ id, name, is_current }) => ({
          key: id,
          label: name,
          isCurrent: is_current,
          onSelect: () => {
            if (!is_current) switchTo(id).catch((error: Error) => notify(problemText(error)));
          },
        })),
        {
          key: "new",
          label: texts.frame.newWorkspace,
          onSelect: () => window.location.assign("/account/workspaces/new?return_to=%2F"),
        },
      ]}
    />
  );
}

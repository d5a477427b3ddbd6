import { useAct } from "../api/use-act.js";
import { usePages } from "../api/use-pages.js";
import { Menu } from "../parts/menu.js";
import { useNotice } from "../parts/notices.js";
import { useSession } from "../session/session.js";
import { texts } from "../texts/texts.js";

/** The workspace that the person works in, and the others that they may work in. */
export function WorkspaceMenu() {
  const { workspace } = useSession();
  const { entries } = usePages("listOwnWorkspaces", { query: { limit: 200 } });
  const change = useAct("switchWorkspace");
  const tell = useNotice();
  const switchTo = async (id: string) => {
    await change.mutateAsync({ body: { workspace_id: id } });
    // Nothing that was read of the former workspace may stay in sight.
    window.location.assign("/");
  };
  const workspaces = [...entries].sort((a, b) => a.name.localeCompare(b.name));
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
            if (!is_current) switchTo(id).catch((error: Error) => tell(error.message));
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

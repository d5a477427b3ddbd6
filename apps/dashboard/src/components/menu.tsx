import { importWhenReachable } from "../import-when-reachable.js";
import { loadOnDemand } from "../load-on-demand.js";
import { MenuButton } from "./menu-button.js";
import type { MenuProps } from "./menu-props.js";

const load = () => importWhenReachable(() => import("./open-menu.js"));
const OpenMenu = loadOnDemand(async () => (await load()).OpenMenu);

/** A dropdown menu, usable with arrow keys and typeahead. */
export const Menu = ({ className = "button quiet", ...props }: MenuProps) => (
  <MenuButton label={props.label} name={props.name} className={className} onLikely={load}>
    {(opening, button) => <OpenMenu {...props} className={className} opening={opening} whileLoading={button} />}
  </MenuButton>
);

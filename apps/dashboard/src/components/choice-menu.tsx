import { importWhenReachable } from "../import-when-reachable.js";
import { loadOnDemand } from "../load-on-demand.js";
import { MenuButton } from "./menu-button.js";
import type { ChoiceMenuProps } from "./menu-props.js";

const load = () => importWhenReachable(() => import("./open-choice-menu.js"));
const OpenChoiceMenu = loadOnDemand(async () => (await load()).OpenChoiceMenu);

/** A menu of choices that can be combined. It stays open, so that several can be changed. */
export const ChoiceMenu = (props: ChoiceMenuProps) => (
  <MenuButton label={props.label} className="button quiet" onLikely={load}>
    {(opening, button) => <OpenChoiceMenu {...props} opening={opening} whileLoading={button} />}
  </MenuButton>
);

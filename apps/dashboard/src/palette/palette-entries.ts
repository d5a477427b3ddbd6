import type { ResponseOf } from "../api/client.js";
import { NAVIGATION } from "../layout/navigation-entries.js";
import { canCall } from "../session/use-can.js";
import { texts } from "../texts/texts.js";
import type { PaletteEntry } from "./match-entries.js";

const words = texts.frame.palette;

/** Pages and actions that the user may use. */
export function placesFor(session: ResponseOf<"getMe">): readonly PaletteEntry[] {
  const pages = NAVIGATION.filter(({ needs }) => canCall(needs, session)).map(({ to, label }) => ({
    key: to,
    group: words.pages,
    label,
    href: to,
  }));
  const actions = [
    { needs: "upsertProduct", label: texts.products.newProduct, href: "/products/new" },
    { needs: "createImport", label: texts.states.newImport, href: "/imports/new" },
    { needs: "createDestination", label: texts.destinations.newOne, href: "/destinations/new" },
  ] as const;
  const allowed = actions.filter(({ needs }) => canCall(needs, session));
  return [...pages, ...allowed.map(({ label, href }) => ({ key: href, group: words.actions, label, href }))];
}

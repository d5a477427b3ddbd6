import { useState } from "react";
import { Menu } from "../components/menu.js";
import { useSession } from "../session/session.js";
import { texts } from "../texts/texts.js";
import { chooseTheme, readTheme, THEMES } from "./theme.js";

const words = texts.frame;

/** The user's account, the theme of this device, and signing out. */
export function UserMenu() {
  const { user } = useSession();
  const [current, setCurrent] = useState(readTheme);
  const name = user?.name || user?.email || "";
  return (
    <Menu
      name={words.personMenu(name)}
      label={<span className="clip">{name}</span>}
      items={[
        { key: "account", label: words.account, onSelect: () => window.location.assign("/account") },
        ...THEMES.map((theme) => ({
          key: theme,
          label: words.themes[theme],
          isCurrent: theme === current,
          onSelect: () => {
            chooseTheme(theme);
            setCurrent(theme);
          },
        })),
        { key: "out", label: words.signOut, onSelect: () => window.location.assign("/sign-out?return_to=%2F") },
      ]}
    />
  );
}

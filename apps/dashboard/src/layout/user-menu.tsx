import { LANGUAGE_NAMES, LANGUAGES } from "@skucast/contracts/languages";
import { useState } from "react";
import { useApiMutation } from "../api/use-api-mutation.js";
import { Menu } from "../components/menu.js";
import { useNotice } from "../components/notices.js";
import { problemText } from "../service-messages/problem-text.js";
import { useSession } from "../session/session.js";
import { texts } from "../texts/first-view.js";
import { type ListedLanguage, readLanguage } from "../texts/language.js";
import { keepLanguage } from "./choose-language.js";
import { chooseTheme, readTheme, THEMES } from "./theme.js";

const words = texts.frame;

/** The user's account and language, the theme of this device, and signing out. */
export function UserMenu() {
  const { user, outbox_path: outboxPath } = useSession();
  const [current, setCurrent] = useState(readTheme);
  const language = readLanguage();
  const update = useApiMutation("updateMe");
  const notify = useNotice();
  const choose = async (chosen: ListedLanguage | "system") => {
    await update.mutateAsync({ body: { language: chosen === "system" ? null : chosen } });
    keepLanguage(chosen);
    window.location.reload();
  };
  const select = (chosen: ListedLanguage | "system") => {
    choose(chosen).catch((error: Error) => notify(problemText(error)));
  };
  const name = user?.name || user?.email || "";
  return (
    <Menu
      name={words.personMenu(name)}
      label={
        <>
          <span className="avatar" data-initial={initialOf(name)} aria-hidden="true" />
          <span className="top-label clip">{name}</span>
        </>
      }
      items={[
        { key: "account", label: words.account, onSelect: () => window.location.assign("/account") },
        ...(outboxPath === undefined
          ? []
          : [{ key: "outbox", label: words.outbox, onSelect: () => window.location.assign(outboxPath) }]),
        ...THEMES.map((theme) => ({
          key: theme,
          label: words.themes[theme],
          isCurrent: theme === current,
          onSelect: () => {
            chooseTheme(theme);
            setCurrent(theme);
          },
        })),
        {
          key: "system-language",
          label: words.systemLanguage,
          isCurrent: language === "system",
          onSelect: () => select("system"),
        },
        ...LANGUAGES.map((each) => ({
          key: each,
          label: <span lang={each}>{LANGUAGE_NAMES[each]}</span>,
          isCurrent: each === language,
          onSelect: () => select(each),
        })),
        { key: "out", label: words.signOut, onSelect: () => window.location.assign("/sign-out?return_to=%2F") },
      ]}
    />
  );
}

/** The first character of a name, which can take several code units. */
const initialOf = (name: string): string => [...name].slice(0, 1).join("").toUpperCase();

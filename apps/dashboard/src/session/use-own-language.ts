import type { Me } from "@skucast/contracts/workspaces/routes";
import { useEffect, useRef } from "react";
import { useApiMutation } from "../api/use-api-mutation.js";
import { keepLanguage } from "../layout/choose-language.js";
import { LANGUAGE, languageFor, listed, PSEUDO_LANGUAGE, readLanguage } from "../texts/language.js";

/** The user whose choice this browser keeps. A choice from before is taken over once. */
const ACCOUNT_KEY = "skucast.language.account";

/**
 * Keeps the language of the account in this browser, and reloads the page if it is in another one. A choice that was made
 * before signing in becomes the account's if that has none.
 */
export function useOwnLanguage(me: Me | undefined): void {
  const isDone = useRef(false);
  const { mutate } = useApiMutation("updateMe");
  useEffect(() => {
    if (isDone.current || me?.user_id === undefined || me.language === undefined) return;
    isDone.current = true;
    const here = readLanguage();
    if (here === PSEUDO_LANGUAGE) return;
    const isKept = localStorage.getItem(ACCOUNT_KEY) === me.user_id;
    const { user_id: userId } = me;
    if (me.language === null && here !== "system" && !isKept) {
      mutate({ body: { language: here } }, { onSuccess: () => localStorage.setItem(ACCOUNT_KEY, userId) });
      return;
    }
    localStorage.setItem(ACCOUNT_KEY, userId);
    const own = listed(me.language) ?? "system";
    if (own === here) return;
    keepLanguage(own);
    if (languageFor(own, navigator.languages) !== LANGUAGE) window.location.reload();
  }, [me, mutate]);
}

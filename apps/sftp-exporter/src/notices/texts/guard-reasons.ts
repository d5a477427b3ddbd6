import type { GuardVerdict } from "@skucast/contracts/feeds/guards";
import type { Language } from "@skucast/contracts/languages";
import { RUN_TEXTS } from "./texts.js";

/** Why a guard holds a run, with the guard's name, which the API and the dashboard also show. */
export function guardReason({ guard, message, actual, limit }: GuardVerdict, language: Language): string {
  const names = message.slice(message.indexOf(": ") + 2);
  const tripped = { actual: actual ?? 0, limit: limit ?? 0, names, message };
  return `${guard}: ${RUN_TEXTS[language].guardReason(guard, tripped)}`;
}

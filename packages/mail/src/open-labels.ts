import type { EachLanguage } from "@skucast/contracts/languages";
import { SERVICE_NAME } from "@skucast/contracts/service";

/** The button of a notice. */
export const OPEN_LABELS: EachLanguage<string> = {
  en: `Open in ${SERVICE_NAME}`,
  de: `In ${SERVICE_NAME} öffnen`,
  fr: `Ouvrir dans ${SERVICE_NAME}`,
  es: `Abrir en ${SERVICE_NAME}`,
  ja: `${SERVICE_NAME}で開く`,
};

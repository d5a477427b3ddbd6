import { ApiError } from "@skucast/client/api/api-error";
import { texts } from "../texts/first-view.js";
import type { ProblemCode } from "./service-texts.js";

/** What happened, in the language of the page if the error has a known code. */
export const problemText = (error: unknown): string =>
  (error instanceof ApiError && translated(error.code)) || (error instanceof Error ? error.message : String(error));

/** The service's own English sentence, if the page shows another one: it says more than a code can. */
export const originalText = (error: Error): string | null =>
  error instanceof ApiError && translated(error.code) !== undefined ? error.message : null;

const translated = (code: string): string | undefined => texts.service?.problems[code as ProblemCode];

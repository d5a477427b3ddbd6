import { config } from "zod/v4/core";
import { LANGUAGE } from "./texts/language.js";
import { loadTexts } from "./texts/texts.js";

// The Content-Security-Policy forbids the generated code that makes zod faster.
config({ jitless: true });

/** What modules with schemas, or with texts that the first view does not show, read when they are loaded. */
export const prepareModules = (): Promise<void> => loadTexts(LANGUAGE);

import { z } from "zod";
import type { Language } from "./languages.js";

/**
 * A language of pages and mails. Not in `languages.ts`, which the dashboard loads before anything else: its first page
 * does without zod.
 */
export const pageLanguageSchema = z.enum(["en", "de", "fr", "es", "ja"] satisfies readonly Language[]);

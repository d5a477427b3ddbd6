/** The names of columns with the language of a row, as by `plainName`. */
export const LOCALE_COLUMNS =
  /^(?:locale|language|lang|language_code|locale_code|sprache|langue|idioma|lingua|taal|jezyk|言語)$/;

/** The attributes of an element of XML with the language of its text; the first one is that of XML itself. */
export const LANGUAGE_ATTRIBUTES = ["lang", "language", "locale", "sprache", "langue", "idioma", "lingua", "taal"];

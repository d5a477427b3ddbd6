/** The names of columns with the language of a row, as by `plainName`. */
export const LOCALE_COLUMNS =
  /^(?:locale|language|lang|language_code|locale_code|sprache|langue|idioma|lingua|taal|jezyk|言語)$/;

const NEW = "(?:new|neu|neue[sr]?|neuf|neuve|nuevo|nueva|nuovo|nuova|nieuw|nowy|nowa|nowe|novo|nova|novy|nove)";
const NOT =
  "(?:not|no|non|nicht|kein|nao|niet|nie|ne|nearly|almost|fast|presque|casi|quasi|quase|bijna|prawie|temer|skoro)";
/** Grades of used goods, which are all that such a text says. */
const GRADES =
  "(?:very)?good|excellent|mint|acceptable|fair|poor|worn|(?:sehr)?gut|(?:sehr)?guterzustand|akzeptabel|gebrauchsspuren|(?:tres)?bon|(?:tres|en)?bonetat|etatcorrect|correct|satisfaisant|(?:muy)?bueno?|(?:muy)?buenestado|aceptable|(?:muito)?bom|(?:muito)?bomestado|aceitavel|ottimo|ottimecondizioni|buono|buonecondizioni|accettabile|(?:zeer)?goed|(?:zeer)?goedestaat|redelijk|(?:bardzo)?dobry|(?:velmi)?dobry|良い|非常に良い|可|ほぼ新品|未使用に近い|目立った傷や汚れなし|やや傷や汚れあり|傷や汚れあり|全体的に状態が悪い";

/** The conditions of a product, and what phrases for them contain; the first that fits counts. */
const PHRASES: readonly (readonly [condition: string, phrase: RegExp])[] = [
  [
    "refurbished",
    /refurb|renewed|recondition|generaluberholt|aufbereitet|ricondizionat|rigenerat|reacondicionad|recondicionad|odnowion|repasovan|整備済/,
  ],
  [
    "used",
    /(?<!un)used|openbox|opened|preowned|preloved|secondhand|secondemain|secondamano|segundamano|^cpo$|(?:like|goodas|^as)new|wieneu|neuwertig|gebraucht|gebruikt|tweedehands|bware|bstock|secondchoice|commeneuf|doccasion|comonuevo|comenuovo|comonovo|seminuev|seminov|zoalsnieuw|uzywan|jaknow|pouzit|bazar|^occasion|^occasie|^usad[oa]|^usat[oaie]|verygood|sehrgut|tresbonetat|中古/,
  ],
  // What is damaged, was shown or came back is not new either.
  [
    "used",
    /(?<!ohne|sans|no|without|sin|sem|senza|bez|zonder|keine)(?:forparts|forspares|sparesor|defe[ck]t|defaut|defectuos|difettos|damaged|beschadigt|broken|faulty|fehler|mangel|kaputt|horsservice|pourpieces|parapiezas|perricambi|uszkodzon|poskozen|naczesci|vorfuhr|ausstellung|display(?:item|model|unit)?$|exdemo|^demo|floormodel|showroom|exposition|exposicion|exposicao|esposizione|showmodel|expozic|powystawow|zvystavy|rozbalen|returned|customerreturn|retour|asis$|salvage|ジャンク|展示品|訳あり|アウトレット)/,
  ],
  ["used", new RegExp(`^${NOT}(?:quite|ganz|ein)?${NEW}$|^(?:${GRADES})$`)],
  [
    "new",
    new RegExp(
      `^(?:brand)?${NEW}|^unused|^ungebraucht|^originalverpackt|^factorysealed|^sealed$|^aware$|^未使用$|^新品`,
    ),
  ],
];

/**
 * The condition in a phrase such as `Refurbished - Good` or `Open box`; undefined if it names none. `plain` is the result of
 * `plainWord`. What was opened or used is never new.
 */
export const readCondition = (plain: string): string | undefined =>
  PHRASES.find(([, phrase]) => phrase.test(plain))?.[0];

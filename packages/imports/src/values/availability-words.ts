export type Availability = "in_stock" | "out_of_stock" | "preorder" | "backorder" | "discontinued";

/** Words in several languages, as a pattern of whole words. They are compared without accents and punctuation. */
const words = (...lists: readonly string[]): RegExp => new RegExp(`(?<![a-z0-9])(?:${lists.join("|")})(?![a-z0-9])`);

const NOT =
  "nicht|nichts|kein|keine[mnrs]?|nein|not|no|none|nothing|non|nope|never|cannot|(?:is|are|was|were|do|does|did|has|have|wo|ca|could|would)n t|pas|aucune?|rien|niet|niets|geen|nee|nie|nic|neni|nejsou|nema|nemame|nije|nisu|ne|brak|zadn[a-z]*|nao|nenhuma?|ningun[oa]?|nada|nessun[oa]?|niente|nulla|nu (?:este|sunt|e|mai)|false|falsch|faux|falso|onwaar|falsz";
export const ENDED = words(
  "discontinued|end of life|eol|no longer (?:available|sold|in stock)|nicht mehr (?:lieferbar|verfugbar|erhaltlich|auf lager)",
  "eingestellt|descatalogado|plus (?:disponible|fabrique|commercialise)|non piu disponibile|niet meer (?:leverbaar|verkrijgbaar)",
  "wycofan[a-z]*|fora de linha",
);
export const PREORDER = words(
  "pre ?order[a-z]*|presale|vorbestell[a-z]*|vorverkauf|precommande[a-z]*|preventa|preordin[a-z]*|prevendita|pre ?venda",
  "voorbestel[a-z]*|przedsprzedaz|predobjednav[a-z]*|predprodej",
);
export const NO_PREORDER = new RegExp(
  `(?<![a-z0-9])(?:${NOT}) (?:mehr |longer )?${PREORDER.source.slice("(?<![a-z0-9])".length)}`,
);
/** `Preorder: no` */
export const PREORDER_NO = new RegExp(`${PREORDER.source} (?:${NOT})$`);
export const BACKORDER = words(
  "back ?order[a-z]*|on order|to order|for order|special order|auf bestellung|bestellware|bestellbar|nachbestell[a-z]*|bestellt",
  "sur commande|en commande|en reappro[a-z]*|bajo pedido|por encargo|su ordinazione|(?:sob|por) encomenda|op bestelling|in bestelling",
  "(?:sobre|por|a) pedido|su ordine|(?:na|pod) zamowienie|na objednavku",
);
/** What cannot be bought now, or not directly. */
export const OUT = words(
  "ausverkauft|vergriffen|sold out|out of stock|outofstock|unavailable|unverfugbar|indispon[a-z]*|hors stock|rupture",
  "epuise[a-z]*|agotad[a-z]*|esaurit[a-z]*|esgotad[a-z]*|uitverkocht|niedostepn[a-z]*|wyprzedan[a-z]*|vyprodan[a-z]*|nedostupn[a-z]*",
  "(?:sin|sem|sans) (?:stock|existencias|estoque|disponib[a-z]*)|coming soon|soon|bald|demnachst|bientot|proximamente|pronto",
  "prossimamente|binnenkort|wkrotce|brzy|auf (?:an|nach)frage|(?:up)?on request|sur demande|(?:bajo|sob) consulta|su richiesta|op aanvraag",
  "brak|na dotaz|na zapytanie|na vyziadanie|zapytaj|sprawdz|consultar|consulte[rz]|erfragen|anfragen|nach absprache",
  "presto|sous peu|spoedig|weldra|niebawem|brevemente|coskoro|uskoro|vypredan[a-z]*|(?:fuera|fora) de (?:stock|estoque)|fuori stock",
  "(?:availability|stock|verfugbarkeit|bestand|disponibilit[ae]|disponibilidade?|beschikbaarheid|voorraad|dostepnosc|dostupnost) (?:[a-z]+ )?(?:unknown|unbekannt|inconnue?|desconocid[oa]|desconhecid[oa]|sconosciut[oa]|onbekend|nieznan[a-z]*|neznam[a-z]*)",
  "shortly|in kurze|prochainement|(?:en|a|em) breve|incoming|in arrivo|in transit|unterwegs|on (?:its|the) way|plus (?:en|de) stock",
  "awaiting(?: [a-z]+)? stock|waiting list|warteliste|liste d attente|lista (?:de espera|d attesa)|wachtlijst|notify me|benachrichtig[a-z]*",
  "reserved|reserviert|reservad[oa]|riservat[oa]|gereserveerd|zarezerwowan[a-z]*|gesperrt|blocked|disabled|deaktiviert|suspended",
  "not for sale|unverkauflich|cannot be (?:ordered|bought|purchased)|onbeschikbaar|(?:senza|zonder|ohne|bez) (?:scorte|voorraad|bestand|zapasow)",
  "(?:when|if|once|sobald|wenn|falls|quand|si|cuando|quando|se|zodra|wanneer|gdy) (?:[a-z]+ ){0,3}(?:available|in stock|back|verfugbar|lieferbar|disponib[a-z]*|disponivel|en stock|beschikbaar|leverbaar|dostepn[a-z]*)",
);
export const PRESENT = words(
  "auf lager|lagernd|am lager|ab lager|vorratig|verfugbar|lieferbar|erhaltlich|sofort|in stock|instock|on stock|available",
  "en stock|disponible[s]?|dispo|livrable|en existencia|disponibil[ei]|in magazzino|em estoque|disponivel",
  "op voorraad|voorradig|leverbaar|dostepn[a-z]*|na stanie|w magazynie|skladem|skladom|na sklade|dostupn[a-z]*|en almacen",
  "beschikbaar|immediate(?:ly)?|immediata?|inmediat[oa]|natychmiast|ihned|ready to (?:ship|dispatch)|versandfertig|versandbereit",
  "low stock|limited (?:stock|availability)|(?:few|items|pieces) left|letzte stucke|geringer bestand|stock (?:limite|faible)|dernier[a-z]* pieces",
  "ultim[aeio]s? (?:unidades|piezas|pezzi|pecas)|laatste stuks|ostatnie sztuki|posledni kusy",
);
/** Words for the stock itself, which say something only with `no` or 0. */
export const STOCK = words(
  "stock|inventory|bestand|lagerbestand|vorrat|existencias|giacenza|scorte|estoque|voorraad|zapas[a-z]*|verfugbarkeit|availability",
  "disponibilit[ae]|disponibilidade?",
);
export const ZERO = /^(?:0+|zero|null|nul|cero)$/;
/** A count below zero: `Bestand: -2`. */
export const BELOW_ZERO = /(?:^|[:=])\s*[-−]\s?\d/;
/** Words about the delivery, which say something only with a period. */
export const DELIVERY = words(
  "ships?|shipped|shipping|dispatch[a-z]*|deliver[a-z]*|lead time|versand[a-z]*|liefer[a-z]*|lieferung|livr[a-z]*|expedi[a-z]*",
  "delai[a-z]*|envio[a-z]*|entrega[a-z]*|plazo|consegna|spedi[a-z]*|lever[a-z]*|verzend[a-z]*|wysylka|dostawa|dodani|expedice",
);
export const NEGATION = words(NOT);
/** `keine`: nothing else is said. */
export const ONLY_NOT = new RegExp(`^(?:${NOT})$`);
/** In Portuguese, "no" is "in the". */
export const PORTUGUESE_IN = /(disponivel|estoque) no(?= [a-z])/g;

/** What limits a sale to some shoppers or places. */
export const ONLY = words(
  "only|nur|ausschliesslich|exclusively|seulement|uniquement|exclusivement|solo|solamente|unicamente|exclusivamente|soltanto",
  "esclusivamente|alleen|uitsluitend|slechts|apenas|somente|so|tylko|wylacznie|jen|pouze",
);
/** With `only`, these say how many are left. */
export const LEFT = words(
  "\\d+|left|remain[a-z]*|noch|few|one|two|three|last|wenige|reste[a-z]*|queda[n]?|ultim[a-z]*|rimast[a-z]*|pocas|pochi|poucas|zostal[a-z]*",
  "zbyv[a-z]*|posledni[a-z]*|solange|while|hasta|fino|zolang|enkele|restam?",
);
const STORES =
  "stores?|in store|shops?|showroom|pick ?ups?|collection|click (?:and|et|en|e|y)? ?collect|laden|filialen?|geschaft[a-z]*|markt|abhol[a-z]*|selbstabhol[a-z]*|ausstellung|magasins?|boutiques?|retrait|tiendas?|recogida|negozi[o]?|ritiro|winkels?|afhal[a-z]*|lojas?|retirada|levantamento|sklepi?e?|stacjonarn[a-z]*|odbior|prodejn[a-z]*";
export const STORE = words(STORES);
const BETWEEN =
  "(?:(?:for|in|at|from|on|im|in|zur?|der|die|den|dem|unsere[a-z]*|our|your|a|the|local|selected|en|au|aux|dans|la|le|el|il|nel|nei|da|na|no|w|we|v|de|het|onze|nos|votre) ){0,3}";
/** `available in store`, `im Laden erhältlich`: what is available is not delivered. */
export const IN_STORE = new RegExp(
  `${PRESENT.source} ${BETWEEN}(?:${STORES})(?![a-z0-9])|(?<![a-z0-9])(?:${STORES}) ${PRESENT.source}`,
);
export const ONLINE = words(
  "online|onlineshop|web|webshop|internet|versand[a-z]*|delivery|shipping|shipped|ships|lieferung|livraison|envio|entrega|spedizione",
  "consegna|verzending|bezorg[a-z]*|wysylk[a-z]*|dostaw[a-z]*",
);
/** Says that something happens later. */
export const EXPECTED = words(
  "expected|anticipated|due|will be|erwartet|voraussichtlich[a-z]*|wird|werden|attendue?|prevue?|sera|seront|esperad[oa]|previst[oa]|estara",
  "atteso|sara|verwacht|wordt|zal|oczekiwan[a-z]*|bedzie|ocekavan[a-z]*|bude",
);
/** With a period, these say that a product is missing until then. */
export const AGAIN = words(
  "back|again|wieder|de retour|a nouveau|de nouveau|de nuevo|nuevamente|di nuovo|nuovamente|weer|opnieuw|novamente|ponownie|znowu|opet|znovu",
);

/** The days in each unit of time, by the words for it. */
export const UNITS: readonly (readonly [days: number, unit: RegExp])[] = [
  [1 / 24, /^(?:h|hrs?|hours?|std|stunden?|heures?|horas?|or[ae]|uur|uren|godz[a-z]*|hodin[a-z]*)$/],
  [
    1,
    /^(?:d|days?|tage?n?|(?:werk|arbeits)tage?n?|j|jours?|dias?|giorn[oi]|(?:werk)?dag(?:en)?|dni|dzien|dnu|dny|den)$/,
  ],
  [7, /^(?:weeks?|wochen?|semaines?|semanas?|settiman[ae]|weken|tydn[a-z]*|tyden|tygodn[a-z]*|tydzien)$/],
  [30, /^(?:months?|monate?n?|mois|mes(?:es)?|mesi|maand(?:en)?|miesi[ae]c[a-z]*|mesic[a-z]*)$/],
  [365, /^(?:years?|jahre?n?|ans|annees?|anos?|ann[oi]|jaar|lat|rok[a-z]*|let)$/],
];
/** Between the parts of a period: `3 to 5 working days`. */
export const FILLER =
  /^(?:bis|to|a|o|or|oder|ou|do|tot|in|within|about|ca|circa|innerhalb|von|env|unter|under|working|business|werk|ouvre?s|ouvrables|habiles|lavorativi|uteis|robocz[a-z]*|pracovni[a-z]*)$/;
export const JAPANESE: readonly (readonly [Availability, RegExp])[] = [
  ["discontinued", /販売終了|取扱終了|取り扱い終了|生産終了|廃番|廃盤/],
  [
    "out_of_stock",
    /在庫(?:[はが])?(?:なし|無し|無|ない|切れ|ゼロ|0|ありません|ございません)|店[舗頭](?:販売)?(?:のみ|限定)|(?:購入|販売|注文)不可|受付(?:停止|終了)|取り?扱い?(?:なし|無し)/,
  ],
  ["out_of_stock", /売り?切れ|売切|品切れ?|欠品|完売|販売停止|入荷未定|^[×✕✖✗✘❌]$/],
  ["preorder", /予約/],
  ["out_of_stock", /発売(?!中)|近日|準備中/],
  [
    "backorder",
    /次回入荷|月(?:[上中下]旬|末|\d{1,2}日)?頃?再?入荷|取り?寄せ|取寄|受注生産|入荷待ち|入荷予定|メーカー直送待ち/,
  ],
  ["in_stock", /在庫(?:あり|有り?|僅少|わずか|残少)|残り\d*|即納|即日|販売中|発売中|購入可|^[○◯〇◎△]$/],
];
export const JAPANESE_PERIOD = /(\d+)\s*(日|営業日|週間?|[かヶケカ]月)/g;
export const JAPANESE_DAYS: Readonly<Record<string, number>> = { 日: 1, 営業日: 1, 週: 7, 週間: 7 };
/** A month or a year, and not a number of months. */
export const JAPANESE_DATE = /\d{1,2}\s*月(?!間)|\d{4}\s*年/;

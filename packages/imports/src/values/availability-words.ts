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
/** `Preorder: no`, `preorder closed` */
export const PREORDER_NO = new RegExp(
  `${PREORDER.source} (?:(?:${NOT})$|(?:[a-z]+ )?(?:closed|ended|over|expired|beendet|geschlossen|abgelaufen|vorbei|terminee?|cerrad[oa]|terminad[oa]|finalizad[oa]|encerrad[oa]|chius[oa]|terminat[oa]|gesloten|afgelopen|zakonczon[a-z]*|ukoncen[a-z]*))`,
);
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
  "verkaufs(?:stopp?|sperre)|(?:liefer|bestell|vertriebs)stopp|vertriebssperre|quarantane?|quarantine|quarantaine|cuarentena|quarantena|quarentena|kwarantann[a-z]*|karanten[a-z]*",
  "defekte?[nrs]?|defects?|defective|faulty|damaged|broken|beschadigt[a-z]*|kaputt|defectueu[a-z]*|endommage[a-z]*|abime[a-z]*|defectuos[oa]s?|danad[oa]s?|danificad[oa]s?|difettos[oa]|danneggiat[oa]|beschadigd|uszkodzon[a-z]*|poskozen[a-z]*|vadn[a-z]*",
  "recalled|ruckruf[a-z]*|zuruckgerufen|on hold",
  // What is available is another product, or is sold by others.
  "ersatz|ersatz(?:artikel|produkt|ware)[a-z]*|nachfolge[a-z]*|replacements?|successors?|substitutes?|remplacements?|remplacants?|sustitut[oa]s?|reemplazos?|sostitut[aeio]+|substitut[oa]s?|vervanger|vervangend[a-z]*|zamiennik[a-z]*|nahrada|nahradni",
  "elsewhere|anderswo|ailleurs|otro lugar|altrove|elders|gdzie indziej|jinde",
  "retailers?|resellers?|dealers?|stockists?|distributors?|revendeurs?|distributeurs?|distribuidor(?:es)?|revendedor(?:es)?|minoristas?|rivenditor[ei]|distributor[ei]|wederverkopers?|fachhandel[a-z]*|fachhandler[a-z]*|einzelhandel|vertriebspartner[a-z]*|sprzedawc[a-z]*|dystrybutor[a-z]*|prodejcu?|prodejci",
  // Asks for a message, or for a question.
  "powiadom[a-z]*|hlidat|hlidej|hlidani|dotaz|prevenez|avvisami|avvertimi|avisame|avisar[a-z]*|avise|m avertir|alertez|alert me|(?:e ?)?mail me|waarschuw|verwittig|upozornit|tell me|let me know",
  "(?:des|jusqu a ce) que|assim que|en cuanto|tan pronto como|appena disponib[a-z]*|as soon as(?! possible)|jakmile|jak tylko|hned ako",
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
    /予約(?:受付)?(?:は)?(?:終了|不可|停止|中止|締切|締め切り|満了)|残り(?:0(?!\d)|なし|無し|ゼロ)|(?:入荷|再入荷)(?:通知|お知らせ)/,
  ],
  [
    "out_of_stock",
    /在庫(?:[はが])?(?:なし|無し|無|ない|切れ|ゼロ|0|ありません|ございません)|店[舗頭](?:販売|在庫)?(?:に)?(?:のみ|限定|あり|有り?)|(?:購入|販売|注文)不可|受付(?:停止|終了)|取り?扱い?(?:なし|無し)/,
  ],
  ["out_of_stock", /売り?切れ|売切|品切れ?|欠品|完売|(?:販売|出荷|取扱)(?:停止|中止|休止)|入荷未定|^[×✕✖✗✘❌]$/],
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
/** What a phrase of a product in stock may say besides: delivery, quantities and particles. */
export const JAPANESE_HARMLESS =
  /在庫|あり|有り?|数|僅少|わずか|残少|残り|即納|即日|翌日|当日|翌々?営業日|販売中|発売中|購入可能?|発送|出荷|配送|納期|納品|お?届け?|予定|可能|通常|目安|以内|程度|前後|以上|平日|営業日|倉庫|本社|国内|メーカー|ネット|通販|オンライン|ストア|今なら|すぐ|お?取り?扱い|商品|ございます|します|いたします|致します|できます|です|ます|個|点|枚|本|台|冊|セット|約|週間?|[かヶケカ]月|日|時間?|から|まで|[はがにをでのと〜ー・年月分内後間頃て]/g;
/** A month or a year, and not a number of months. */
export const JAPANESE_DATE = /\d{1,2}\s*月(?!間)|\d{4}\s*年/;

/**
 * Words that do not limit what a phrase such as `in stock` says: articles and prepositions, quantities, places of storage,
 * and words about ordering and delivery. A phrase with other words is not read as in stock.
 */
export const HARMLESS = words(
  "\\d+|[a-z]|st|nd|rd|th|er|ca|approx|eu|uk|us|usa|ww",
  // A phrase such as `verfügbar: ja`.
  "yes|ja|oui|si|sim|tak|ano|true|wahr|vrai|verdadero|vero|waar|prawda|ok|y",
  "dhl|ups|dpd|gls|fedex|hermes|post|colissimo|correos|paket|spedition|download|sofortdownload|digital",
  "bij|suppliers?|manufacturers?|external|stocks|last|lasts|very|selling|popular|ongoing|clearance|inventory|pickup|site|website",
  "aussenlager|fernlager|externe[sn]?|restposten|restbestand|sonderposten|auslaufartikel|auslaufmodell|begrenzte?|wenig[a-z]*|knapp|gut|stuckzahl|reicht|reichen|zzgl|ausland|inland|abweichend|hersteller[a-z]*|portofrei|versandkostenfrei",
  "offerte?|ligne|fournisseurs?|fabricant|linea|proveedor(?:es)?|fabricante|fin|agotar|fornitore|fornitori|esaurimento|ad|fornecedor(?:es)?|strekt|fabrikant|dostawcy|dostawca|producent[a-z]*|wyczerpania|centraln[a-z]*|skladu|expedujeme|vas|externi[a-z]*|vyrobce",
  "in|on|at|to|from|for|by|of|the|an|and|or|with|is|are|be|it|its|this|these|we|have|has|our|you|your|us|all|now|currently|still|right|today|same|next|days?|free|fast|quick|express|standard|normally|usually|typically|generally|please|order|orders|ordered|ordering|more|than|over|least|about|up|hurry|ready|direct|directly|warehouses?|central|main|product|products|items?|units?|pieces?|pcs|copies|sizes|colou?rs|quantity|qty|quantities|good|plenty|lots|many|high|low|medium|large|limited|limit|sufficient|sale|promotion|new|arrived|just|will|can|able|possible|normal|instant|via|cet|est|pm|am|before|when",
  "der|die|das|den|dem|des|ein|eine[mnrs]?|im|am|an|ab|auf|aus|bei|beim|mit|zu|zum|zur|von|vom|und|oder|ist|sind|wird|werden|fur|sofort|direkt|derzeit|aktuell|momentan|jetzt|heute|morgen|ware|artikel|produkte?|stuck[a-z]*|stk|uber|mehr|als|mindestens|etwa|viele|viel|genug|genugend|ausreichend|gro(?:ss|sse|sser)|hoch|hoher|mittel|mittlerer|gering[a-z]*|niedrig[a-z]*|bestand|lager|lagerware|zentrallager|hauptlager|herstellerlager|lieferanten?|lieferantenlager|kostenlos[a-z]*|gratis|schnell[a-z]*|regel|normalerweise|meist|moglich|bitte|bestellen|innerhalb|binnen|unser[a-z]*|deutschland|max|maximal|min|i|r|d|h",
  "le|la|les|une?|du|de|en|au|aux|sur|sous|dans|par|pour|chez|nous|nos|notre|et|ou|est|sont|immediatement|maintenant|aujourd|hui|actuellement|encore|plus|que|produits?|articles?|pieces?|unites?|exemplaires?|entrepot|depot|gratuite?|rapide|expedie[a-z]*|dont|environ|plusieurs|nombreux|quelques|commandez|prete?s?|partir|departs?|ouvre?s?|des|ce|cet",
  "el|los|las|un|una|unos|del|con|para|por|es|esta|estan|hay|tenemos|ya|ahora|hoy|actualmente|inmediata(?:mente)?|inmediato|mas|unidad(?:es)?|piezas?|articulos?|productos?|quedan?|almacen|rapid[oa]|habiles|laborables|nuestr[oa]s?|e",
  "o|os|as|uma?|do|no|na|em|com|agora|hoje|atualmente|imediat[oa](?:mente)?|unidades?|pecas?|produtos?|temos|ainda|restam?|pront[oa]|uteis|armazem|mais|noss[oa]",
  "il|lo|gli|uno|di|della|nel|nella|nostr[oa]|da|subito|ora|oggi|adesso|attualmente|immediatamente|pezz[oi]|articol[oi]|prodott[oi]|unita|ancora|piu|magazzino|rapida|gratuit[ao]|lavorativi|consegna|pronta|sono|sempre",
  "het|een|op|van|met|of|voor|zijn|nu|direct|vandaag|stuks?|producten|meer|dan|nog|huis|ruim|voldoende|magazijn|snel|werkdagen|besteld|leverancier|uit|onze|momenteel|bezorgd",
  "we|na|ze|lub|od|jest|sa|teraz|dzis|jutro|szt|sztuk[ai]?|reki|magazyn[a-z]*|duza|mala|srednia|ilosc|produkt|towar|ponad|wiecej|niz|darmowa|szybka|wysylamy|wysylce|centralny[a-z]*",
  "ve|nebo|je|jsou|dnes|ks|kus[ayu]?|vice|nez|viac|ako|dodavatel[ae]|centralni|sklade?|odeslani|odoslanie|shopu|zbozi|tovar|pripraven[a-z]*|eshopu?|okamzite|mame",
);
/** A phrase with the name of a warehouse: `in stock, Berlin warehouse`. */
export const WAREHOUSE =
  /^(?:warehouses?|lager|zentrallager|aussenlager|entrepot|depot|almacen|armazem|magazzino|magazijn|magazyn[a-z]*|sklade?)$/;
/** Available until a date. */
export const UNTIL = new RegExp(
  `${PRESENT.source} (?:nur |only )?(?:bis|until|till|through|jusqu(?: au?)?|hasta|fino|ate|tot|do|az do)(?![a-z])`,
);

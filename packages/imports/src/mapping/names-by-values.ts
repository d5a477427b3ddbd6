const setOf = (...lists: readonly string[]): ReadonlySet<string> => new Set(lists.join(" ").split(" "));

/** Names of columns, as by `plainName`, that can only mean whether a product is on sale. */
export const ON_SALE = setOf(
  "on_sale is_on_sale onsale is_onsale item_on_sale product_on_sale on_sale_now is_sale sale_active is_sale_active",
  "sale_enabled sale_flag is_discounted is_reduced on_offer is_on_offer on_promotion is_on_promotion is_promotion on_promo",
  "is_promo on_special is_on_special is_special promo_active promotion_active has_discount",
  "im_angebot ist_im_angebot im_sale ist_reduziert angebot_aktiv aktion_aktiv in_aktion ist_angebot sonderpreis_aktiv",
  "en_promotion en_promo en_solde en_soldes est_en_promotion est_en_solde en_oferta en_rebaja en_rebajas en_promocion",
  "em_promocao em_oferta em_saldo in_offerta in_saldo in_promozione in_sconto in_aanbieding in_de_aanbieding",
  "in_uitverkoop w_promocji ve_sleve v_akci セール中 セール対象",
);
/** Names that can also be those of a price or of a text. */
export const MAYBE_ON_SALE = setOf(
  "sale sales special specials discounted reduced promo promotion offer clearance angebot reduziert rabattiert aktion sonderangebot",
  "solde soldes promotions oferta rebajado promocion promocao desconto offerta sconto scontato aanbieding afgeprijsd promocja",
  "przeceniony akce sleva セール",
);

/** Names that can also be those of a kind of music, of books or of anything else. */
export const MAYBE_GENDER = setOf("genre genero genere sexe sexo sesso geslacht kon plec pohlavi sex");

/** Names that say whether a product can be bought, in yes or no or as an availability; also those of a count. */
export const FOR_SALE = setOf(
  "available availability in_stock instock available_for_sale available_to_buy availability_status available_online buyable for_sale",
  "sellable saleable salable orderable purchasable can_buy can_be_bought can_order can_be_ordered stock_status stock_state",
  "disponible dispo en_stock disponibilite en_existencia en_almacen hay_stock a_la_venta en_venta vendible comprable",
  "achetable commandable livrable en_vente a_vendre disponibilidad disponibile disponibilita in_magazzino acquistabile",
  "ordinabile vendibile in_vendita disponivel disponibilidade em_estoque em_stock tem_estoque a_venda vendavel compravel",
  "dostepny dostepna dostepne dostepnosc na_stanie w_magazynie do_kupienia dostupne dostupny dostupna dostupnost skladem",
  "skladom na_sklade op_voorraad beschikbaar beschikbaarheid leverbaar voorradig bestelbaar koopbaar verkoopbaar te_koop",
  "lieferbar verfugbar verfuegbar verfugbarkeit verfuegbarkeit auf_lager vorratig vorraetig lagernd am_lager erhaltlich",
  "erhaeltlich bestellbar kaufbar verkaufbar verkauflich verkaeuflich lieferstatus lagerstatus verkaufsstatus",
  "lieferbarkeit verfugbarkeitsstatus bestandsstatus lagerbestandsstatus voorraadstatus voorraad_status beschikbaarheidsstatus",
  "statut_de_stock statut_du_stock statut_stock etat_du_stock etat_stock estado_de_stock estado_del_stock estado_stock",
  "estado_de_existencias estado_do_estoque stato_stock stato_disponibilita disponibilita_prodotto stan_dostepnosci dostepnosc_produktu",
  "dostupnost_zbozi stock_availability sell_online sold_online sellable_online buyable_online verkauf_moglich",
  "verkauf_moeglich kauf_moglich kauf_moeglich bestellung_moglich bestellung_moeglich verkauf_erlaubt im_shop_kaufbar",
  "can_be_purchased can_purchase allow_purchase allow_purchases is_sellable is_salable is_saleable is_orderable",
  "sales_item verkaufsartikel online_verkaufen online_verkauf onlineverkauf verkauf_online online_verkaufbar online_verkauflich",
  "online_verkaeuflich online_bestellbar online_kaufbar im_onlineshop_kaufbar online_sellable online_available vente_en_ligne",
  "vendu_en_ligne venta_online venta_en_linea vendita_online online_verkopen online_verkoop sprzedaz_online",
  "has_stock is_in_stock is_available is_purchasable is_for_sale vendable frei_verfugbar frei_verfuegbar",
  "販売中 販売可 販売可能 購入可 購入可能 注文可 注文可能 在庫あり 在庫有無 販売状況 販売状態 販売ステータス 販売フラグ 販売 在庫状況 在庫状態",
);
/** Names of a state: the condition of the goods, whether the product is shown, or whether it can be bought. */
export const STATE = setOf(
  "status state estado etat stato stan stav staat zustand statut situacao situazione availability_state sales_status sale_status",
  "lifecycle_status lifecycle life_cycle item_state estado_del_producto estado_do_produto etat_du_produit stato_prodotto",
  "artikelstatus produktstatus productstatus itemstatus stato_del_prodotto stan_produktu stav_produktu stav_zbozi 状態 ステータス",
);
/** The objects whose members these names are in JSON and XML. */
export const OF_PRODUCT = setOf(
  "stock inventory availability product item article variant offer offers sale sales estado stato etat lager bestand",
);
/** What an object for one value calls it: `availability/status`, `status/code`. */
export const VALUE_IN_OBJECT = setOf("status state code value name label key slug");
export const PREORDERED = setOf(
  "preorder pre_order preorderable preorders allow_preorder available_for_preorder preorder_enabled presale vorbestellung",
  "vorbestellbar vorbestellartikel vorverkauf precommande en_precommande preventa en_preventa preordine prevendita pre_venda",
  "em_pre_venda prevenda voorbestelling voorbestelbaar przedsprzedaz predobjednavka predprodej 予約 予約商品 予約販売",
);
export const SOLD_FROM = setOf(
  "available_from available_since available_on date_available availability_from available_start available_from_date",
  "availability_start availability_start_date available_date sellable_from buyable_from verfugbar_ab verfuegbar_ab lieferbar_ab",
  "erhaltlich_ab bestellbar_ab verkaufsstart verkaufsbeginn disponible_desde disponible_a_partir_de disponible_a_partir_du",
  "disponible_le disponible_des date_de_disponibilite fecha_disponible fecha_de_disponibilidad disponibile_dal disponibile_da",
  "disponivel_a_partir_de disponivel_desde data_disponibilidade beschikbaar_vanaf leverbaar_vanaf dostepny_od dostepne_od",
  "dostupne_od skladem_od 販売開始日 販売開始日時 販売開始",
);
export const SOLD_UNTIL = setOf(
  "available_until available_to available_till available_through availability_until availability_end availability_end_date",
  "available_until_date available_end sellable_until buyable_until discontinue_on discontinue_date discontinued_on",
  "discontinued_date discontinued_at end_of_sale end_of_sale_date end_of_life_date verfugbar_bis verfuegbar_bis lieferbar_bis",
  "erhaltlich_bis bestellbar_bis verkaufsende auslaufdatum disponible_hasta disponible_jusqu_au disponible_jusqu_a",
  "disponibile_fino_al disponibile_fino_a disponivel_ate beschikbaar_tot leverbaar_tot dostepny_do dostepne_do dostupne_do",
  "販売終了日 販売終了日時 販売終了",
);
/** Names of the amount before a reduction. */
export const CROSSED_OUT = setOf(
  "compare_at_price compare_at compare_price price_compare_at compared_price price_was was price_old price_original",
  "crossed_out_price strikethrough_price strike_price was_price old_price previous_price former_price price_before",
  "price_before_discount original_price streichpreis durchgestrichener_preis alter_preis statt_preis stattpreis vorheriger_preis",
  "preis_alt preis_vorher prix_barre prix_raye ancien_prix prix_avant prix_avant_remise prix_initial precio_tachado",
  "precio_anterior precio_antes precio_antiguo precio_original preco_riscado preco_antigo preco_anterior preco_original preco_de",
  "prezzo_barrato prezzo_precedente prezzo_originale vecchio_prezzo doorgestreepte_prijs oude_prijs vorige_prijs van_prijs",
  "cena_przekreslona stara_cena cena_przed_obnizka poprzednia_cena puvodni_cena preskrtnuta_cena povodna_cena 元値 元価格",
);
/** Names of measures, by their target. */
export const MEASURES: Readonly<Record<string, ReadonlySet<string>>> = {
  shipping_weight: setOf(
    "weight shipping_weight product_weight gewicht versandgewicht artikelgewicht poids peso waga hmotnost vaha 重量 重さ 商品重量",
  ),
  product_length: setOf(
    "length product_length lange laenge longueur largo longitud comprimento lunghezza lengte dlugosc delka dlzka 長さ 奥行 奥行き",
  ),
  product_width: setOf("width product_width breite largeur ancho anchura largura larghezza breedte szerokosc sirka 幅"),
  product_height: setOf("height product_height hohe hoehe hauteur alto altura altezza hoogte wysokosc vyska 高さ"),
};
/** Names of a depth, which is the length of a product without one. */
export const DEPTH = setOf(
  "depth product_depth tiefe produkttiefe profondeur profundidad profundidade fondo profondita diepte glebokosc hloubka hlbka",
);
/** What says in yes or no that a product is not sold. */
export const NOT_SOLD = setOf(
  "sold_out soldout out_of_stock outofstock unavailable not_available not_purchasable not_for_sale discontinued eol",
  "end_of_life ausverkauft vergriffen nicht_lieferbar nicht_verfugbar nicht_verfuegbar nicht_bestellbar epuise",
  "en_rupture rupture rupture_de_stock indisponible agotado sin_stock no_disponible esgotado sem_estoque indisponivel",
  "esaurito non_disponibile uitverkocht niet_leverbaar niet_beschikbaar wyprzedany wyprzedane niedostepny niedostepne",
  "disable_buy_button buy_button_disabled disable_add_to_cart hide_add_to_cart purchase_disabled sale_disabled not_buyable",
  "not_orderable call_for_price price_on_request preis_auf_anfrage nicht_kaufbar",
  "store_only in_store_only instore_only only_in_store offline_only pickup_only in_store_pickup_only store_pickup_only",
  "local_pickup_only collection_only click_and_collect_only not_sold_online not_available_online exclude_from_online",
  "wholesale_only b2b_only dealer_only trade_only nur_im_laden nur_im_geschaft nur_im_geschaeft nur_in_der_filiale nur_filiale",
  "nur_offline nur_abholung nur_selbstabholung nicht_online nicht_online_verfugbar nicht_online_verfuegbar nur_fur_handler",
  "nur_fuer_haendler uniquement_en_magasin en_magasin_uniquement solo_en_tienda solo_in_negozio alleen_in_de_winkel",
  "blocked obsolete obsoleted not_available_for_sale do_not_sell not_sellable no_longer_sold sales_blocked sale_blocked",
  "sales_block on_hold quarantine quarantined recalled mark_as_sold verkaufssperre verkaufsstopp vertriebssperre lieferstopp",
  "lieferstop bestellstopp gesperrt_fur_verkauf nicht_verkaufen nicht_verkauflich veraltet obsolet bloque bloquee obsolete",
  "arrete abandonne bloqueado bloqueada obsoleto obsoleta descatalogado descontinuado bloccato bloccata fuori_produzione",
  "geblokkeerd verouderd uit_assortiment zablokowany wycofany wycofane blokovano vyrazeno 販売停止 販売中止 販売終了 取扱終了 廃番",
  "vyprodano vypredane nedostupne 売切 売切れ 売り切れ 在庫切れ 品切れ 完売",
);
/** The same if it is said in yes or no; numbers are counts of the stock. */
export const RESERVED = setOf("reserved reserviert reserve reservado riservato gereserveerd zarezerwowany");
/** Words about the stock or the delivery, by how they begin. */
export const STOCK_WORDS = new RegExp(
  `^(?:${[
    "stock|inventory|availab|bestand|lager|liefer|verfugbar|verfuegbar|lever|voorraad|beschikbaar|dispo|estoque|existencia",
    "almacen|magazzino|giacenza|scorte|magazyn|dostepn|dostupn|sklad|zapas|entrega|envio|livraison|delivery|dispatch|shipping",
    "lead|versand|plazo|delai|consegna|spedizion|dostaw|wysylk|dodani|expedi",
  ].join("|")})`,
);
export const JAPANESE_STOCK = /在庫|納期|お届け|入荷|発送|販売/;
/** Words for places, shops and companies that may lack what the online shop has. */
export const ELSEWHERE_WORDS = new RegExp(
  `^(?:${[
    "geo|region|supplier|lieferant|leverancier|fournisseur|proveedor|fornitor|fornecedor|dostawc|dodavatel|hersteller|manufactur|vendor",
    "amazon|ebay|kaufland|otto|zalando|idealo|etsy|walmart|bol|allegro|marketplace|marktplatz|store|filial|laden|magasin",
    "boutique|tienda|negozi|winkel|lojas?$|sklep|prodejn|warehouse|b2b|wholesale|dealer|retail|pos|partner|channel|competitor",
    "video|manual|sample|muster|spare|ersatz",
  ].join("|")})`,
);
export const JAPANESE_ELSEWHERE = /店|仕入|メーカー|倉庫/;

/** What may stand before all names of a file. */
export const OF_ANY_NAME = /^(?:product|item|article|artikel|produkt|produit|producto|prodotto|商品)_?(?=.)/;

/** Words of one of the languages of Windows-1252, without accents, and of no language of another encoding. */
export const WESTERN = setOf(
  "titre prix devise marque couleur taille poids lien titolo prezzo giacenza colore taglia quantita descrizione",
  "precio existencias talla titulo preco descricao descripcion preis artikelnummer bezeichnung bestand farbe beschreibung",
  "hersteller prijs voorraad kleur omschrijving artikelnr",
);

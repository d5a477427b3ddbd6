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

/** Groups of customers and price lists, without accents. */
export const GROUPS: ReadonlySet<string> = new Set(
  [
    "customer_group customer_groups customer_group_id customer_group_code customer_group_name customergroup",
    "price_list price_list_id price_list_code price_list_name pricelist price_book pricebook price_group price_level",
    "kundengruppe kundengruppen kunden_gruppe preisliste preisgruppe groupe_client groupe_clients groupe_de_client",
    "groupe_de_clients liste_de_prix grille_tarifaire grupo_cliente grupo_clientes grupo_de_cliente grupo_de_clientes",
    "lista_de_precios lista_precios gruppo_cliente gruppo_clienti gruppo_di_clienti listino_prezzi listino",
  ].flatMap((names) => names.split(" ")),
);

/** The quantity from which a price applies. */
export const QUANTITIES: ReadonlySet<string> = new Set(
  [
    "quantity_from qty_from from_quantity from_qty min_qty min_quantity minimum_qty minimum_quantity minqty qty_min",
    "quantity_min tier tier_qty tier_quantity price_tier quantity_break qty_break price_break ab_menge menge_ab",
    "mindestmenge min_menge staffel staffelmenge staffel_ab quantite_min quantite_minimale quantite_minimum qte_min",
    "a_partir_de quantite_a_partir_de palier cantidad_min cantidad_minima cantidad_desde desde_cantidad tramo",
    "quantita_min quantita_minima qta_min da_quantita scaglione",
  ].flatMap((names) => names.split(" ")),
);

/** Groups that everyone belongs to. */
export const EVERYONE = /^(?:\*|all(?: groups| customers)?|alle(?: kunden| gruppen)?|tous|todos|tutti)$/i;

import { skuSegment } from "@skucast/contracts/products/sku-path";
import { useNavigate } from "@tanstack/react-router";
import { type KeyboardEvent, useEffect, useId, useState } from "react";
import { useApiList } from "../api/use-api-list.js";
import { useApiQuery } from "../api/use-api-query.js";
import { Dialog } from "../components/dialog.js";
import { useSession } from "../session/session.js";
import { texts } from "../texts/texts.js";
import { entriesOf, matching, type PaletteEntry } from "./match-entries.js";
import { placesFor } from "./palette-entries.js";

const words = texts.frame.palette;
const TYPING_MS = 200;
const PRODUCTS_MAX = 6;
const RESOURCES = { query: { limit: 200 } } as const;

/** Finds pages, actions, products, channels, feeds and destinations by name, with the keyboard alone. */
export function Palette({ onClose }: { readonly onClose: () => void }) {
  const [query, setQuery] = useState("");
  const [active, setActive] = useState(0);
  const navigate = useNavigate();
  const listId = useId();
  const entries = useEntries(query);
  const current = Math.min(active, entries.length - 1);
  const open = (entry: PaletteEntry | undefined) => {
    if (!entry) return;
    onClose();
    void navigate({ href: entry.href });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (event.key === "Enter") open(entries[current]);
    else if (step !== undefined) setActive((current + step + entries.length) % Math.max(1, entries.length));
    else return;
    event.preventDefault();
  };
  return (
    <Dialog title={words.title} onClose={onClose}>
      <input
        className="palette-input"
        role="combobox"
        aria-expanded="true"
        aria-controls={listId}
        aria-activedescendant={entries[current] && `${listId}-${current}`}
        aria-label={words.label}
        placeholder={words.label}
        value={query}
        onKeyDown={onKeyDown}
        onChange={(event) => {
          setQuery(event.target.value);
          setActive(0);
        }}
      />
      <div id={listId} role="listbox" aria-label={words.results} className="palette-list">
        {entries.map((entry, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the input handles the keys.
          <div
            key={entry.key}
            id={`${listId}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === current}
            className="palette-entry"
            onClick={() => open(entry)}
          >
            <span>{entry.label}</span>
            <span className="soft">{entry.hint ?? entry.group}</span>
          </div>
        ))}
      </div>
      <p className="soft" role="status">
        {entries.length === 0 ? words.nothing : words.help}
      </p>
    </Dialog>
  );
}

/** What matches: places and resources at once, products when typing pauses. */
function useEntries(query: string): readonly PaletteEntry[] {
  const session = useSession();
  const settled = useSettled(query.trim());
  const channels = useApiList("listChannels", RESOURCES);
  const feeds = useApiList("listFeeds", RESOURCES);
  const destinations = useApiList("listDestinations", RESOURCES);
  const products = useApiQuery(
    "listProducts",
    { query: { q: settled, limit: PRODUCTS_MAX, fields: "sku,title" } },
    { isEnabled: settled !== "" },
  );
  const { places } = texts.frame;
  const named = [
    { group: places.channels, path: "/channels", resources: channels.entries },
    { group: places.feeds, path: "/feeds", resources: feeds.entries },
    { group: places.destinations, path: "/destinations", resources: destinations.entries },
  ];
  const known = matching([...placesFor(session), ...named.flatMap(entriesOf)], query);
  if (settled === "" || query.trim() === "") return known;
  const found = (products.data?.data ?? []).map(({ sku, title }) => ({
    key: sku,
    group: places.products,
    label: title,
    hint: sku,
    href: `/products/${encodeURIComponent(skuSegment(sku))}`,
  }));
  return [...known, ...found];
}

function useSettled(value: string): string {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), TYPING_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}

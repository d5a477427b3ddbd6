import type { Destination } from "@skucast/contracts/destinations/destination";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { usePages } from "../../api/use-pages.js";
import { Badge } from "../../parts/badge.js";
import { Button } from "../../parts/button.js";
import { EmptyState } from "../../parts/empty-state.js";
import { Listing } from "../../parts/listing.js";
import { Page } from "../../parts/page.js";
import type { Column } from "../../parts/table.js";
import { useMay } from "../../session/use-may.js";
import { texts } from "../../texts/texts.js";
import { DestinationForm } from "./destination-form.js";

const words = texts.destinations;

/** Partners' places for files. */
export function DestinationsPage() {
  const mayWrite = useMay("feeds:write");
  const [isNew, setIsNew] = useState(false);
  const destinations = usePages("listDestinations", {});
  const create = mayWrite && <Button onClick={() => setIsNew(true)}>{words.newOne}</Button>;
  return (
    <Page title={words.title} lead={words.lead} actions={create}>
      <Listing
        list={destinations}
        caption={words.caption}
        columns={COLUMNS}
        keyOf={({ id }) => id}
        empty={
          <EmptyState title={words.empty.title} action={create}>
            <p>{words.empty.sentence}</p>
          </EmptyState>
        }
      />
      {isNew && <DestinationForm onClose={() => setIsNew(false)} />}
    </Page>
  );
}

const COLUMNS: readonly Column<Destination>[] = [
  {
    key: "name",
    title: words.columns.name,
    isHead: true,
    cell: ({ id, name }) => (
      <Link to="/destinations/$destinationId" params={{ destinationId: id }}>
        {name}
      </Link>
    ),
  },
  { key: "address", title: words.columns.address, cell: ({ host, port }) => `${host}:${port}` },
  { key: "login", title: words.columns.login, isExtra: true, cell: ({ auth }) => words.auth[auth.type] },
  {
    key: "pinned",
    title: words.columns.pinned,
    cell: ({ host_keys }) => (
      <Badge tone={host_keys.length > 0 ? "good" : "warn"}>
        {host_keys.length > 0 ? words.pinned : words.notPinned}
      </Badge>
    ),
  },
];

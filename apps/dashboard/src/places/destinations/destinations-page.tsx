import type { Destination } from "@skucast/contracts/destinations/destination";
import { Link } from "@tanstack/react-router";
import { usePages } from "../../api/use-pages.js";
import { Badge } from "../../parts/badge.js";
import { ListPlace } from "../../parts/list-place.js";
import type { Column } from "../../parts/table.js";
import { useMay } from "../../session/use-may.js";
import { texts } from "../../texts/texts.js";
import { DestinationForm } from "./destination-form.js";

const words = texts.destinations;

/** Partners' places for files. */
export const DestinationsPage = () => (
  <ListPlace
    list={usePages("listDestinations", {})}
    words={words}
    columns={COLUMNS}
    mayWrite={useMay("feeds:write")}
    form={(close) => <DestinationForm onClose={close} />}
  />
);

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

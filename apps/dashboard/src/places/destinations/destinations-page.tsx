import type { Destination } from "@skucast/contracts/destinations/destination";
import { Link } from "@tanstack/react-router";
import { usePages } from "../../api/use-pages.js";
import { Badge } from "../../parts/badge.js";
import { EmptyState } from "../../parts/empty-state.js";
import { Listing } from "../../parts/listing.js";
import { Page } from "../../parts/page.js";
import type { Column } from "../../parts/table.js";
import { useMay } from "../../session/use-may.js";
import { texts } from "../../texts/texts.js";
import { loginName } from "./destination-body.js";
import { isSetUp } from "./set-up-steps.js";

const words = texts.destinations;

/** Partners' places for files. */
export function DestinationsPage() {
  const mayCreate = useMay("createDestination");
  const create = mayCreate && (
    <Link className="button main" to="/destinations/new">
      {words.newOne}
    </Link>
  );
  return (
    <Page title={words.title} lead={words.lead} actions={create}>
      <Listing
        list={usePages("listDestinations", {})}
        caption={words.caption}
        columns={COLUMNS}
        keyOf={({ id }) => id}
        empty={
          <EmptyState title={words.empty.title} action={create}>
            <p>{words.empty.sentence}</p>
          </EmptyState>
        }
      />
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
  { key: "address", title: words.columns.address, isLine: true, cell: ({ host, port }) => `${host}:${port}` },
  { key: "login", title: words.columns.login, isExtra: true, cell: ({ auth }) => words.auth[loginName(auth)] },
  {
    key: "pinned",
    title: words.columns.pinned,
    isExtra: true,
    cell: ({ host_keys }) => (
      <Badge tone={host_keys.length > 0 ? "good" : "warn"}>
        {host_keys.length > 0 ? words.pinned : words.notPinned}
      </Badge>
    ),
  },
  {
    key: "state",
    title: words.columns.state,
    cell: (destination) => (
      <Badge tone={isSetUp(destination) ? "good" : "warn"}>{words.states[stateOf(destination)]}</Badge>
    ),
  },
];

/** How far one is known to work; one whose key is pinned and that was not tested since may well. */
function stateOf(destination: Destination): keyof typeof words.states {
  if (destination.host_keys.length === 0) return "unconfirmed";
  if (destination.last_test === null) return "untested";
  return destination.last_test.status;
}

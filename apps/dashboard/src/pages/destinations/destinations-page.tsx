import type { Destination } from "@skucast/contracts/destinations/destination";
import { Link } from "@tanstack/react-router";
import { useApiList } from "../../api/use-api-list.js";
import { Badge, type Tone } from "../../components/badge.js";
import { ListPage } from "../../components/list-page.js";
import type { Column } from "../../components/table.js";
import { useCan } from "../../session/use-can.js";
import { texts } from "../../texts/texts.js";
import { addressOf, loginName } from "./destination-body.js";
import { isSetUp } from "./set-up-steps.js";

const words = texts.destinations;

export function DestinationsPage() {
  const canCreate = useCan("createDestination");
  const create = canCreate && (
    <Link className="button main" to="/destinations/new">
      {words.newOne}
    </Link>
  );
  return <ListPage list={useApiList("listDestinations", {})} words={words} columns={COLUMNS} create={create} />;
}

const COLUMNS: readonly Column<Destination>[] = [
  {
    key: "name",
    title: words.columns.name,
    isRowHeader: true,
    cell: ({ id, name }) => (
      <Link to="/destinations/$destinationId" params={{ destinationId: id }}>
        {name}
      </Link>
    ),
  },
  { key: "type", title: words.columns.type, isHiddenOnNarrow: true, cell: ({ type }) => words.typed.types[type] },
  {
    key: "address",
    title: words.columns.address,
    isStackedOnNarrow: true,
    cell: addressOf,
  },
  { key: "login", title: words.columns.login, isHiddenOnNarrow: true, cell: ({ auth }) => words.auth[loginName(auth)] },
  {
    key: "pinned",
    title: words.columns.pinned,
    isHiddenOnNarrow: true,
    cell: ({ type, host_keys }) =>
      type === "sftp" && (
        <Badge tone={host_keys.length > 0 ? "good" : "warn"}>
          {host_keys.length > 0 ? words.pinned : words.notPinned}
        </Badge>
      ),
  },
  {
    key: "state",
    title: words.columns.state,
    cell: (destination) => <Badge tone={toneOf(destination)}>{words.states[stateOf(destination)]}</Badge>,
  },
];

function toneOf(destination: Destination): Tone {
  if (!isSetUp(destination)) return "warn";
  return stateOf(destination) === "untested" ? "plain" : "good";
}

/** The destination's status. One with a confirmed key that was not tested since counts as set up. */
function stateOf(destination: Destination): keyof typeof words.states {
  if (destination.type === "sftp" && destination.host_keys.length === 0) return "unconfirmed";
  if (destination.last_test === null) return "untested";
  return destination.last_test.status;
}

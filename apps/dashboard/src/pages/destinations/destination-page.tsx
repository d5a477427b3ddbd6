import type { Destination } from "@skucast/contracts/destinations/destination";
import { Link, useParams } from "@tanstack/react-router";
import { useApiQuery } from "../../api/use-api-query.js";
import { BoundNote } from "../../components/bound-note.js";
import { DescriptionList } from "../../components/description-list.js";
import { EditDeleteButtons } from "../../components/edit-delete-buttons.js";
import { Loading } from "../../components/loading.js";
import { Page } from "../../components/page.js";
import { PageError } from "../../components/page-error.js";
import { useCan } from "../../session/use-can.js";
import { texts } from "../../texts/texts.js";
import { DeleteDestination } from "./delete-destination.js";
import { addressOf, loginName } from "./destination-body.js";
import { DestinationForm } from "./destination-form.js";
import { DestinationKey } from "./destination-key.js";
import { DestinationTest } from "./destination-test.js";
import { DestinationVerification } from "./destination-verification.js";
import { isSetUp } from "./set-up-steps.js";
import { TypedForm } from "./typed-form.js";

const { one, form, auth, typed } = texts.destinations;

/** A destination: details, our key, test and verification, in the order of setup. */
export function DestinationPage() {
  const { destinationId } = useParams({ from: "/destinations/$destinationId" });
  const { data, error, refetch } = useApiQuery("getDestination", { params: { destination_id: destinationId } });
  if (!data) return error ? <PageError error={error} onRetry={() => void refetch()} /> : <Loading />;
  return <ShownDestination destination={data} />;
}

function ShownDestination({ destination }: { readonly destination: Destination }) {
  const canWrite = useCan("updateDestination");
  const { facts } = one;
  const actions = canWrite && (
    <EditDeleteButtons
      words={one}
      editForm={(close) =>
        destination.type === "sftp" ? (
          <DestinationForm destination={destination} onClose={close} />
        ) : (
          <TypedForm type={destination.type} destination={destination} onClose={close} />
        )
      }
      deleteDialog={(close) => <DeleteDestination destination={destination} onClose={close} />}
    />
  );
  return (
    <Page title={destination.name} actions={actions}>
      {canWrite && destination.type === "sftp" && !isSetUp(destination) && (
        <div className="note warn">
          <p>{one.notSetUp}</p>
          <Link
            className="button main"
            to="/destinations/$destinationId/set-up"
            params={{ destinationId: destination.id }}
            search={{}}
          >
            {one.goOn}
          </Link>
        </div>
      )}
      <BoundNote
        boundTo={destination.bound_to}
        keep={
          canWrite
            ? {
                route: "updateDestination",
                request: { params: { destination_id: destination.id }, body: { bound_to: null } },
              }
            : null
        }
      />
      <div className="card">
        <DescriptionList
          items={[
            [facts.type, typed.types[destination.type]],
            [facts.address, addressOf(destination)],
            ...(destination.auth.type === "none" ? [] : [[facts.user, destination.username] as const]),
            [facts.login, auth[loginName(destination.auth)]],
            ...(hasFolder(destination) ? [[facts.path, destination.path] as const] : []),
            ...(destination.headers?.length ? [[facts.headers, headerNames(destination)] as const] : []),
            [facts.strategy, form.strategies[destination.strategy] ?? destination.strategy],
            ...(destination.type === "sftp"
              ? [[facts.hostKeys, destination.host_keys.map((key) => <code key={key}>{key} </code>)] as const]
              : []),
          ]}
        />
      </div>
      {destination.auth.type === "public_key" && <DestinationKey destination={destination} canWrite={canWrite} />}
      {canWrite && <DestinationTest destination={destination} />}
      {canWrite && isSetUp(destination) && <DestinationVerification destinationId={destination.id} />}
    </Page>
  );
}

const hasFolder = ({ type }: Destination): boolean => type === "sftp" || type === "ftps";
const headerNames = ({ headers = [] }: Destination): string => headers.map(({ name }) => name).join(", ");

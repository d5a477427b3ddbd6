import { type Domain, domainCreateSchema } from "@skucast/contracts/domains/domain";
import { useState } from "react";
import { useApiMutation } from "../../api/use-api-mutation.js";
import { useApiQuery } from "../../api/use-api-query.js";
import { Button } from "../../components/button.js";
import { Card } from "../../components/card.js";
import { ConfirmAction } from "../../components/confirm-action.js";
import { CopyButton } from "../../components/copy-button.js";
import { ErrorNote } from "../../components/error-note.js";
import { useNotice } from "../../components/notices.js";
import { TextField } from "../../forms/field.js";
import { useForm } from "../../forms/use-form.js";
import { useCan } from "../../session/use-can.js";
import { dateTimeText } from "../../texts/format.js";
import { texts } from "../../texts/texts.js";

const words = texts.settings.domains;
const DOMAINS_MAX = 200;

/** The domains of the workspace, at most as many as it may have. */
export const useDomains = () => useApiQuery("listDomains", { query: { limit: DOMAINS_MAX } });

/** The domains that channels in the public directory may link to, and how each is proven. */
export function Domains() {
  const { data } = useDomains();
  const canWrite = useCan("createDomain");
  return (
    <Card title={words.title}>
      <p className="soft">{words.lead}</p>
      {data?.data.length === 0 && <p>{words.none}</p>}
      <ul>
        {data?.data.map((domain) => (
          <li key={domain.domain}>
            <DomainEntry domain={domain} canWrite={canWrite} />
          </li>
        ))}
      </ul>
      {canWrite && <AddDomain />}
    </Card>
  );
}

function DomainEntry({ domain, canWrite }: { readonly domain: Domain; readonly canWrite: boolean }) {
  const [isRemoving, setIsRemoving] = useState(false);
  const verify = useApiMutation("verifyDomain");
  const notify = useNotice();
  const { domain: name, dns_record: record, file, verified_at: at } = domain;
  const request = { params: { domain: name } };
  return (
    <>
      <p>
        <strong>{name}</strong>: {at === null ? words.notVerified : words.verified(dateTimeText(at))}
      </p>
      {at === null && (
        <p className="soft">
          {words.record} <code>{record.name}</code> <CopyButton text={record.name} /> <code>{record.value}</code>{" "}
          <CopyButton text={record.value} />
          {texts.general.fullStop} {words.file} <code>{file.url}</code>
          {texts.general.fullStop}
        </p>
      )}
      {verify.error && <ErrorNote error={verify.error} />}
      {canWrite && (
        <p className="actions">
          {at === null && (
            <Button
              kind="quiet"
              isBusy={verify.isPending}
              onClick={() => verify.mutate(request, { onSuccess: () => notify(words.done(name)) })}
            >
              {words.verify(name)}
            </Button>
          )}
          <Button kind="quiet" onClick={() => setIsRemoving(true)}>
            {words.remove(name)}
          </Button>
        </p>
      )}
      {isRemoving && (
        <ConfirmAction
          route="deleteDomain"
          request={request}
          title={words.removeTitle(name)}
          effect={<p>{words.removeEffect}</p>}
          actionLabel={words.remove(name)}
          done={words.removed(name)}
          onClose={() => setIsRemoving(false)}
        />
      )}
    </>
  );
}

function AddDomain() {
  const create = useApiMutation("createDomain");
  const form = useForm({
    route: "createDomain",
    initial: { domain: "" },
    schema: domainCreateSchema,
    toBody: ({ domain }) => ({ domain: domain.trim() }),
    send: async ({ domain }) => {
      await create.mutateAsync({ body: { domain: domain.trim() } });
      form.set({ domain: "" });
    },
  });
  return (
    <form {...form.formProps}>
      {form.error && <ErrorNote error={form.error} />}
      <TextField
        label={words.domain}
        hint={words.domainHint}
        value={form.values.domain}
        error={form.errorAt("/domain")}
        onValue={(domain) => form.set({ domain })}
      />
      <Button type="submit" kind="quiet" isBusy={form.isBusy}>
        {words.add}
      </Button>
    </form>
  );
}

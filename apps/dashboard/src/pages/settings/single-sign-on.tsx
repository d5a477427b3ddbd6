import { ApiError } from "@skucast/client/api/api-error";
import {
  CLAIMED_ROLES,
  type SingleSignOn as Settings,
  singleSignOnCallbackPath,
  singleSignOnPutSchema,
} from "@skucast/contracts/single-sign-on/single-sign-on";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { callRoute } from "../../api/client.js";
import { useApiMutation } from "../../api/use-api-mutation.js";
import { Badge } from "../../components/badge.js";
import { Button } from "../../components/button.js";
import { Card } from "../../components/card.js";
import { ConfirmAction } from "../../components/confirm-action.js";
import { CopyButton } from "../../components/copy-button.js";
import { ErrorNote } from "../../components/error-note.js";
import { useNotice } from "../../components/notices.js";
import { CheckField, SelectField, TextArea, TextField } from "../../forms/field.js";
import { useForm } from "../../forms/use-form.js";
import { dateTimeText } from "../../texts/format.js";
import { texts } from "../../texts/texts.js";
import { type FormValues, toBody, valuesOf } from "./single-sign-on-values.js";

const words = texts.settings.singleSignOn;

/**
 * The settings of single sign-on; null if there are none. An answer that there are none is no error: an error would make
 * the form load again whenever the user returns to the tab, without what was typed.
 */
const useSingleSignOn = () =>
  useQuery({
    queryKey: ["getSingleSignOn", {}],
    queryFn: ({ signal }) =>
      callRoute("getSingleSignOn", { signal }).catch((error: unknown) => {
        if (error instanceof ApiError && error.code === "not_found") return null;
        throw error;
      }),
  });

/** Whether single sign-on is set up, and a way to set it up or change it. */
export function SingleSignOn({ workspaceId }: { readonly workspaceId: string }) {
  const [isOpen, setIsOpen] = useState(false);
  const redirectUri = `${window.location.origin}${singleSignOnCallbackPath(workspaceId)}`;
  return (
    <Card title={words.title}>
      <p className="soft">{words.lead}</p>
      <SingleSignOnState />
      {isOpen ? (
        <>
          <p>
            {words.redirectUri} <code>{redirectUri}</code> <CopyButton text={redirectUri} />
          </p>
          <StoredSettings />
        </>
      ) : (
        <Button kind="quiet" onClick={() => setIsOpen(true)}>
          {words.open}
        </Button>
      )}
    </Card>
  );
}

/** One line in every state, so that nothing below it moves when it is known. */
function SingleSignOnState() {
  const { data: settings, error, refetch } = useSingleSignOn();
  if (settings === undefined)
    return error ? (
      <ErrorNote error={error} onRetry={() => void refetch()} />
    ) : (
      <p className="soft">{texts.general.loading}</p>
    );
  if (settings === null)
    return (
      <p>
        <Badge tone="plain">{words.states.off}</Badge>
      </p>
    );
  return (
    <p>
      <Badge tone="good">{settings.required ? words.states.required : words.states.on}</Badge>{" "}
      <strong>{settings.issuer}</strong>{" "}
      {settings.last_sign_in_at ? words.used(dateTimeText(settings.last_sign_in_at)) : words.unused}
    </p>
  );
}

function StoredSettings() {
  const { data: settings } = useSingleSignOn();
  // Until they are known, the state above says so.
  if (settings === undefined) return null;
  return (
    <>
      <SettingsForm key={settings ? "stored" : "new"} stored={settings} />
      <RemoveSettings isStored={settings !== null} />
    </>
  );
}

function SettingsForm({ stored }: { readonly stored: Settings | null }) {
  const put = useApiMutation("putSingleSignOn");
  const notify = useNotice();
  const form = useForm({
    route: "putSingleSignOn",
    initial: valuesOf(stored),
    schema: singleSignOnPutSchema,
    toBody,
    send: async (values) => {
      await put.mutateAsync({ body: toBody(values) });
      form.set({ secret: "" });
      notify(words.saved);
    },
  });
  const text = (field: keyof FormValues & ("issuer" | "clientId" | "domains" | "claim"), pointer: string) => ({
    value: form.values[field],
    error: form.errorAt(pointer),
    onValue: (value: string) => form.set({ [field]: value }),
  });
  return (
    <form {...form.formProps}>
      {form.error && <ErrorNote error={form.error} />}
      <TextField label={words.issuer} hint={words.issuerHint} {...text("issuer", "/issuer")} />
      <TextField label={words.clientId} {...text("clientId", "/client_id")} />
      <TextField
        label={words.secret}
        hint={stored === null ? undefined : words.secretHint}
        type="password"
        autoComplete="off"
        value={form.values.secret}
        error={form.errorAt("/client_secret")}
        onValue={(secret) => form.set({ secret })}
      />
      <TextField label={words.domains} hint={words.domainsHint} {...text("domains", "/domains")} />
      <SelectField
        label={words.defaultRole}
        hint={words.defaultRoleHint}
        choices={[
          ...CLAIMED_ROLES.map((role) => ({ value: role, label: words.roles[role] })),
          { value: "", label: words.noRole },
        ]}
        value={form.values.defaultRole}
        error={form.errorAt("/default_role")}
        onValue={(defaultRole) => form.set({ defaultRole })}
      />
      <TextField label={words.claim} hint={words.claimHint} {...text("claim", "/role_claim")} />
      <TextArea
        label={words.mapping}
        hint={words.mappingHint}
        value={form.values.mapping}
        error={form.errorAt("/role_mapping")}
        onValue={(mapping) => form.set({ mapping })}
      />
      <CheckField
        label={words.required}
        hint={words.requiredHint}
        isChecked={form.values.isRequired}
        onChecked={(isRequired) => form.set({ isRequired })}
      />
      <Button type="submit" isBusy={form.isBusy}>
        {words.save}
      </Button>
    </form>
  );
}

/** Its dialog stays until it has said that the settings are removed, when they are no longer stored. */
function RemoveSettings({ isStored }: { readonly isStored: boolean }) {
  const [isRemoving, setIsRemoving] = useState(false);
  return (
    <>
      {isStored && (
        <p className="actions">
          <Button kind="danger" onClick={() => setIsRemoving(true)}>
            {words.remove}
          </Button>
        </p>
      )}
      {isRemoving && (
        <ConfirmAction
          route="deleteSingleSignOn"
          request={{}}
          title={words.removeTitle}
          effect={<p>{words.removeEffect}</p>}
          actionLabel={words.remove}
          done={words.removed}
          onClose={() => setIsRemoving(false)}
        />
      )}
    </>
  );
}

import { NOTIFICATION_KIND_NAMES } from "@skucast/contracts/notifications/notification-kinds";
import {
  type NotificationSettings,
  notificationSettingsPatchSchema,
} from "@skucast/contracts/notifications/notification-settings";
import { useEffect, useRef } from "react";
import { useApiMutation } from "../../api/use-api-mutation.js";
import { useApiQuery } from "../../api/use-api-query.js";
import { Button } from "../../components/button.js";
import { Card } from "../../components/card.js";
import { ErrorNote } from "../../components/error-note.js";
import { useNotice } from "../../components/notices.js";
import { CheckField } from "../../forms/field.js";
import { useForm } from "../../forms/use-form.js";
import { texts } from "../../texts/texts.js";

const words = texts.settings.notifications;
/** Mails link to it. */
const ANCHOR = "notifications";

/** Which mails the signed-in member gets. */
export const useNotificationSettings = () => useApiQuery("getNotificationSettings", {});

/** Which mails about the workspace the signed-in member gets. */
export function Notifications() {
  const { data: settings } = useNotificationSettings();
  const section = useRef<HTMLDivElement>(null);
  const isLoaded = settings !== undefined;
  // The section appears after the page, so the browser has not scrolled to it.
  useEffect(() => {
    if (isLoaded && location.hash === `#${ANCHOR}`) section.current?.scrollIntoView();
  }, [isLoaded]);
  return (
    <div id={ANCHOR} ref={section}>
      {settings && <NotificationsForm settings={settings} />}
    </div>
  );
}

function NotificationsForm({ settings }: { readonly settings: NotificationSettings }) {
  const update = useApiMutation("updateNotificationSettings");
  const notify = useNotice();
  const toBody = (emails: NotificationSettings["emails"]) => ({ emails });
  const form = useForm({
    route: "updateNotificationSettings",
    initial: settings.emails,
    schema: notificationSettingsPatchSchema,
    toBody,
    send: async (emails) => {
      await update.mutateAsync({ body: toBody(emails) });
      notify(words.saved);
    },
  });
  const setAll = (value: boolean) =>
    form.set(
      Object.fromEntries(NOTIFICATION_KIND_NAMES.map((kind) => [kind, value])) as NotificationSettings["emails"],
    );
  const isAnyOn = Object.values(form.values).includes(true);
  return (
    <Card title={words.title}>
      <p className="soft">{words.lead}</p>
      <form {...form.formProps}>
        {form.error && <ErrorNote error={form.error} />}
        {NOTIFICATION_KIND_NAMES.map((kind) => (
          <CheckField
            key={kind}
            label={words.kinds[kind].label}
            hint={words.kinds[kind].hint}
            isChecked={form.values[kind]}
            onChecked={(isChecked) => form.set({ [kind]: isChecked })}
          />
        ))}
        <p className="actions">
          <Button type="submit" isBusy={form.isBusy}>
            {words.save}
          </Button>
          <Button kind="quiet" onClick={() => setAll(!isAnyOn)}>
            {isAnyOn ? words.none : words.all}
          </Button>
        </p>
      </form>
    </Card>
  );
}

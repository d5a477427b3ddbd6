import { SelectField, TextField } from "../../forms/field.js";
import { texts } from "../../texts/texts.js";
import type { ScheduleValues } from "./schedule-values.js";

const words = texts.schedules.form;
const FORMS = ["daily", "interval", "cron", "never"] as const;

interface ScheduleFieldsProps {
  readonly values: ScheduleValues;
  readonly set: (change: Partial<ScheduleValues>) => void;
  readonly errorAt: (pointer: string) => string | undefined;
}

/** Fields for a schedule: its form, and the fields of that form. */
export function ScheduleFields({ values, set, errorAt }: ScheduleFieldsProps) {
  const { when } = values;
  return (
    <>
      <SelectField
        label={words.when}
        value={when}
        choices={FORMS.map((value) => ({ value, label: words.forms[value] }))}
        onValue={(form) => set({ when: form as ScheduleValues["when"] })}
      />
      {when === "daily" && (
        <TextField
          label={words.time}
          type="time"
          value={values.time}
          error={errorAt("/schedule/time")}
          onValue={(time) => set({ time })}
        />
      )}
      {when === "interval" && (
        <TextField
          label={words.minutes}
          inputMode="numeric"
          value={values.minutes}
          error={errorAt("/schedule/every_minutes") ?? errorAt("/schedule")}
          onValue={(minutes) => set({ minutes })}
        />
      )}
      {when === "cron" && (
        <TextField
          label={words.cron}
          hint={words.cronHint}
          value={values.cron}
          error={errorAt("/schedule/cron")}
          onValue={(cron) => set({ cron })}
        />
      )}
      {(when === "daily" || when === "cron") && (
        <TextField
          label={words.timeZone}
          value={values.timeZone}
          error={errorAt("/schedule/time_zone")}
          onValue={(timeZone) => set({ timeZone: timeZone.trim() })}
        />
      )}
    </>
  );
}

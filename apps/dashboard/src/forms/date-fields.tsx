import { TextField } from "./field.js";

interface DateFieldProps {
  readonly label: string;
  /** RFC 3339 date or date-time; empty for none. */
  readonly value: string;
  readonly error: string | undefined;
  readonly isDisabled: boolean;
  readonly onValue: (value: string) => void;
}

/** A date and time in the user's time zone and format, typed or picked. */
export const DateTimeField = ({ value, isDisabled, onValue, ...rest }: DateFieldProps) => (
  <TextField
    {...rest}
    type="datetime-local"
    value={localOf(value)}
    readOnly={isDisabled}
    onValue={(local) => onValue(local === "" ? "" : new Date(local).toISOString())}
  />
);

/** A date, or a date and time if the value has a time. */
export const DateField = (props: DateFieldProps) =>
  props.value.includes("T") ? (
    <DateTimeField {...props} />
  ) : (
    <TextField {...props} type="date" value={props.value} readOnly={props.isDisabled} />
  );

/** The value of a datetime-local input, which has no time zone. */
function localOf(value: string): string {
  const ms = Date.parse(value);
  if (Number.isNaN(ms)) return "";
  return new Date(ms - new Date(ms).getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

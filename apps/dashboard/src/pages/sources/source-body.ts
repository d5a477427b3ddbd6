import type { Source, SourceCreate } from "@skucast/contracts/sources/source";
import type { SourceAuth } from "@skucast/contracts/sources/source-auth";
import { type ScheduleValues, scheduleBody, scheduleValuesOf } from "../schedules/schedule-values.js";

/** Form values of a source. */
export interface SourceValues extends ScheduleValues {
  readonly name: string;
  readonly type: Source["type"];
  readonly url: string;
  readonly host: string;
  readonly port: string;
  readonly username: string;
  readonly path: string;
  readonly hostKeys: string;
  /** `keep` leaves the stored login unchanged. */
  readonly auth: SourceAuth["type"] | "keep";
  readonly authName: string;
  readonly secret: string;
  readonly mode: Source["mode"];
  readonly maxRemoval: string;
}

const SSH_PORT = 22;

/** Initial form values. `here` is the user's time zone. */
export function valuesOf(source: Source | undefined, localTimeZone: string): SourceValues {
  const schedule = source === undefined ? { time: "02:00", time_zone: localTimeZone } : source.schedule;
  return {
    name: source?.name ?? "",
    type: source?.type ?? "url",
    url: source?.url ?? "",
    host: source?.host ?? "",
    port: String(source?.port ?? SSH_PORT),
    username: source?.username ?? "",
    path: source?.path ?? "",
    hostKeys: source?.host_keys?.join(" ") ?? "",
    auth: source === undefined ? "none" : "keep",
    authName: source?.auth.username ?? source?.auth.name ?? "",
    secret: "",
    mode: source?.mode ?? "upsert",
    maxRemoval: String(source?.max_removal_percent ?? 20),
    ...scheduleValuesOf(schedule, localTimeZone),
  };
}

/** The request body. Only a new source has a type. */
export const sourceBody = (values: SourceValues, source: Source | undefined) => ({
  name: values.name.trim(),
  ...(source === undefined && { type: values.type }),
  ...locationBody(values),
  ...(values.auth !== "keep" && { auth: authBody(values) }),
  mode: values.mode,
  max_removal_percent: Number(values.maxRemoval),
  schedule: scheduleBody(values),
});

function locationBody({ type, url, host, port, username, path, hostKeys }: SourceValues) {
  if (type === "url") return { url: url.trim() };
  const host_keys = hostKeys.split(/[\s,]+/).filter(Boolean);
  return { host: host.trim(), port: Number(port), username: username.trim(), path: path.trim(), host_keys };
}

function authBody({ auth, authName, secret }: SourceValues): SourceCreate["auth"] {
  switch (auth) {
    case "basic":
      return { type: auth, username: authName.trim(), password: secret };
    case "bearer":
      return { type: auth, token: secret };
    case "header":
      return { type: auth, name: authName.trim(), value: secret };
    case "password":
      return { type: auth, password: secret };
    case "public_key":
      return { type: auth };
    default:
      return { type: "none" };
  }
}

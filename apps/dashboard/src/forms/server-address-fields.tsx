import { texts } from "../texts/texts.js";
import { TextField } from "./field.js";

const words = texts.destinations.form;

interface ServerAddress {
  readonly host: string;
  readonly port: string;
  readonly username: string;
}

interface ServerAddressFieldsProps {
  readonly values: ServerAddress;
  readonly set: (change: Partial<ServerAddress>) => void;
  readonly errorAt: (pointer: string) => string | undefined;
}

/** Fields for the host, port and user name of an SFTP server. */
export const ServerAddressFields = ({ values, set, errorAt }: ServerAddressFieldsProps) => (
  <>
    <TextField
      label={words.host}
      hint={words.hostHint}
      value={values.host}
      error={errorAt("/host")}
      onValue={(host) => set({ host })}
    />
    <TextField
      label={words.port}
      inputMode="numeric"
      value={values.port}
      error={errorAt("/port")}
      onValue={(port) => set({ port })}
    />
    <TextField
      label={words.username}
      autoComplete="off"
      value={values.username}
      error={errorAt("/username")}
      onValue={(username) => set({ username })}
    />
  </>
);

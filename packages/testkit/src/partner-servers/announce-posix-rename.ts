import type { SFTPWrapper } from "ssh2";

export const POSIX_RENAME = "posix-rename@openssh.com";

/** SSH_FXP_VERSION without extensions, as ssh2 sends it: length 5, type 2, version 3. */
const BARE_VERSION = Buffer.from([0, 0, 0, 5, 2, 0, 0, 0, 3]);

type Protocol = { channelData(channel: number, bytes: Buffer): void };

/**
 * Makes a session of ssh2's server announce OpenSSH's extension for renames that replace files (OpenSSH's PROTOCOL, section
 * 4.3). ssh2 has no option for it, so the version packet is replaced when the session sends it.
 */
export function announcePosixRename(sftp: SFTPWrapper): void {
  const protocol = Reflect.get(sftp, "_protocol") as Protocol;
  const replacing = {
    channelData: (channel: number, bytes: Buffer) =>
      protocol.channelData(channel, bytes.equals(BARE_VERSION) ? versionPacket() : bytes),
  };
  const proxy = new Proxy(protocol, {
    get: (target, name) => {
      if (name === "channelData") return replacing.channelData;
      const value: unknown = Reflect.get(target, name);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
  Reflect.set(sftp, "_protocol", proxy);
}

/** The old and new names in the data of the extended request. */
export function posixRenameNames(data: Buffer): [string, string] {
  const length = data.readUInt32BE(0);
  const from = data.toString("utf8", 4, 4 + length);
  return [from, data.toString("utf8", 8 + length, 8 + length + data.readUInt32BE(4 + length))];
}

function versionPacket(): Buffer {
  const body = Buffer.concat([BARE_VERSION.subarray(4), field(POSIX_RENAME), field("1")]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(body.length);
  return Buffer.concat([length, body]);
}

function field(text: string): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(Buffer.byteLength(text));
  return Buffer.concat([length, Buffer.from(text)]);
}

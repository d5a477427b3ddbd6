import { randomBytes } from "node:crypto";
import { openFileStore } from "@skucast/file-store/open-file-store";
import { StoreUnavailable } from "@skucast/file-store/store-unavailable";
import { fileStoreSettingsOf } from "../config.js";
import { type Check, type Finding, fault, ok, warning } from "./check.js";

const BYTES = 100_000;
const TIMEOUT_MS = 20_000;

/** Writes a file into the file store, reads it back and removes it. */
export const files: Check = {
  name: "files",
  async run({ folder }) {
    const own = fileStoreSettingsOf(folder.at("files"));
    const where = own.SKUCAST_FILE_STORE === "local" ? own.SKUCAST_FILES_DIR : own.SKUCAST_FILE_STORE;
    const store = openFileStore(own);
    const content = randomBytes(BYTES);
    const key = `doctor-${content.toString("hex", 0, 8)}/probe`;
    try {
      await store.write(key, once(content), AbortSignal.timeout(TIMEOUT_MS));
      const stored = await store.open(key);
      const found = await stored?.read(0, BYTES);
      await stored?.close();
      if (!found?.equals(content))
        return [fault(`${where} returns other bytes than were stored`, "check the volume or store")];
      return [ok(`${where} stores files and returns them unchanged`)];
    } catch (error) {
      return [findingOf(where, error)];
    } finally {
      await store.remove(key.split("/")[0] ?? key).catch(() => {});
      store.close();
    }
  },
};

/** Only sftp-exporter may write: in the containers of the other apps, the folder is mounted read-only or not at all. */
export function findingOf(where: string, error: unknown): Finding {
  const cause = error instanceof StoreUnavailable ? error.cause : undefined;
  if (cause instanceof Error && "code" in cause && cause.code === "EROFS") {
    return warning(
      `${where} is read-only here, so it was not tried`,
      "run the doctor in a container of sftp-exporter, which writes the files; if this is one, its volume is read-only",
    );
  }
  const reason = error instanceof Error ? error.message : String(error);
  return fault(
    `${where} cannot be used: ${reason}`,
    "free some space, grant this user write permission, or correct the settings of the store",
  );
}

async function* once(content: Buffer): AsyncIterable<Buffer> {
  yield content;
}

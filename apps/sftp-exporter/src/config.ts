import { commonSettings, mailOutboxSettings, retentionSettings } from "@skucast/app-kit/settings";
import { fileStoreSettings } from "@skucast/file-store/settings";
import { loadConfig } from "@skucast/service-kit/config";
import { duration, integer } from "@skucast/service-kit/config-fields";
import { z } from "zod";

export const sftpExporterSettings = z.object({
  ...commonSettings,
  ...fileStoreSettings,
  ...mailOutboxSettings,
  SKUCAST_EXPORT_RUNS: integer({ min: 1, max: 32 })
    .prefault("8")
    .describe(
      "Feed runs that a process works on at the same time; per workspace at most 2, and 4 more whose partner does not respond.",
    ),
  SKUCAST_SCHEDULE_SPREAD: duration()
    .prefault("60s")
    .refine((ms) => ms <= 60_000, { error: "must be 60s or shorter" })
    .describe("Nightly feeds with the same start time start spread over this period, each at its own time within it."),
  SKUCAST_EXPORT_LEASE: duration()
    .prefault("30s")
    .refine((ms) => ms >= 1_000 && ms <= 600_000, { error: "must be from 1s to 10m" })
    .describe("Time after which another exporter takes over a run whose exporter has stopped responding."),
  SKUCAST_RUN_FILES_KEPT: retentionSettings.SKUCAST_RUN_FILES_KEPT,
  SKUCAST_RUNS_KEPT: retentionSettings.SKUCAST_RUNS_KEPT,
  SKUCAST_SFTP_STALL_TIMEOUT: duration()
    .prefault("30s")
    .refine((ms) => ms >= 1_000 && ms <= 600_000, { error: "must be from 1s to 10m" })
    .describe("Time without progress after which a delivery to an SFTP server fails."),
  SKUCAST_SFTP_READ_BACK_MB: integer({ min: 1, max: 100_000 })
    .prefault("64")
    .describe(
      "Delivered files up to this many MB are read back completely to verify them; of larger files, both ends and random blocks, this many MB in total.",
    ),
  SKUCAST_SFTP_RETRY_DELAY: duration()
    .prefault("2s")
    .refine((ms) => ms >= 10 && ms <= 600_000, { error: "must be from 10ms to 10m" })
    .describe("Pause before the second attempt of a delivery; doubled before the third."),
});
export type SftpExporterSettings = z.output<typeof sftpExporterSettings>;

export const loadSettings = (): SftpExporterSettings => loadConfig(sftpExporterSettings, process.env);

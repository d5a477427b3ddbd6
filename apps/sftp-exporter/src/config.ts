import { commonSettings, mailSettings, retentionSettings } from "@skucast/app-kit/settings";
import { fileStoreSettings } from "@skucast/file-store/settings";
import { loadConfig } from "@skucast/service-kit/config";
import { duration, integer } from "@skucast/service-kit/config-fields";
import { z } from "zod";

export const sftpExporterSettings = z.object({
  ...commonSettings,
  ...fileStoreSettings,
  ...mailSettings,
  SKUCAST_EXPORT_RUNS: integer({ min: 1, max: 32 })
    .prefault("8")
    .describe("Feed runs that a process works on at once; of one workspace at most 2, and 4 more whose partner hangs."),
  SKUCAST_SCHEDULE_SPREAD: duration()
    .prefault("60s")
    .refine((ms) => ms <= 60_000, { error: "must be 60s or shorter" })
    .describe("Nightly feeds of one time start over so long a while, each at its own moment in it."),
  SKUCAST_EXPORT_LEASE: duration()
    .prefault("30s")
    .refine((ms) => ms >= 1_000 && ms <= 600_000, { error: "must be from 1s to 10m" })
    .describe("Time without a sign of life after which another exporter takes a run over."),
  SKUCAST_RUN_FILES_KEPT: retentionSettings.SKUCAST_RUN_FILES_KEPT,
  SKUCAST_RUNS_KEPT: retentionSettings.SKUCAST_RUNS_KEPT,
  SKUCAST_SFTP_STALL_TIMEOUT: duration()
    .prefault("30s")
    .refine((ms) => ms >= 1_000 && ms <= 600_000, { error: "must be from 1s to 10m" })
    .describe("Time without progress after which an SFTP server is given up."),
  SKUCAST_SFTP_READ_BACK_MB: integer({ min: 1, max: 100_000 })
    .prefault("64")
    .describe(
      "Delivered files up to so many MB are read back whole to verify them; of larger ones both ends and random blocks, so many MB in all.",
    ),
  SKUCAST_SFTP_RETRY_DELAY: duration()
    .prefault("2s")
    .refine((ms) => ms >= 10 && ms <= 600_000, { error: "must be from 10ms to 10m" })
    .describe("Pause before the second try of a delivery; doubled before the third."),
});
export type SftpExporterSettings = z.output<typeof sftpExporterSettings>;

export const loadSettings = (): SftpExporterSettings => loadConfig(sftpExporterSettings, process.env);

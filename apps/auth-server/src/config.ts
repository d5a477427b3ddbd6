import { commonSettings } from "@skucast/app-kit/settings";
import { loadConfig } from "@skucast/service-kit/config";
import { z } from "zod";

export const authServerSettings = z.object(commonSettings);
export type AuthServerSettings = z.output<typeof authServerSettings>;

export const loadSettings = (): AuthServerSettings => loadConfig(authServerSettings, process.env);

import { type Check, fault, ok, warning } from "./check.js";

const WARNING_S = 1;
/** Webhook receivers reject signatures whose timestamp is further off than this (Standard Webhooks). */
const FAULT_S = 300;
const FIX = "synchronize the clocks of this machine and of the database server with NTP";

/** The clock of this machine compared with the database's. */
export const clock: Check = {
  name: "clock",
  async run({ db }) {
    const startedMs = Date.now();
    const { rows } = await db.system.query<{ ms: number }>(
      "SELECT (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS ms",
    );
    const skewS = Math.abs(Number(rows[0]?.ms) - (startedMs + Date.now()) / 2) / 1_000;
    const text = `this machine's clock and the database's differ by ${skewS.toFixed(1)} s`;
    if (skewS > FAULT_S) return [fault(text, FIX)];
    return [skewS > WARNING_S ? warning(text, FIX) : ok(text)];
  },
};

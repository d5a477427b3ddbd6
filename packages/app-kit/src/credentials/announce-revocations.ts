import type { Bus } from "@skucast/events/bus";
import type { Logger } from "@skucast/service-kit/logger";
import { z } from "zod";

/** The bus topic for the ids of revoked or changed subjects. */
export const REVOCATIONS_TOPIC = "revocations";

/** An id has at most about 60 characters, so that this many fit into one broadcast. */
const SUBJECTS_PER_MESSAGE = 100;
const announcementSchema = z.array(z.string().min(1).max(200)).max(SUBJECTS_PER_MESSAGE);

/** Broadcasts subjects in the background. Lost messages are acceptable, because the journal contains them. */
export function createAnnouncer(bus: Bus, logger: Logger): (subjects: readonly string[]) => void {
  return (subjects) => {
    for (let start = 0; start < subjects.length; start += SUBJECTS_PER_MESSAGE) {
      const some = subjects.slice(start, start + SUBJECTS_PER_MESSAGE);
      bus.broadcast(REVOCATIONS_TOPIC, JSON.stringify(some)).catch((err: unknown) => {
        logger.warn(
          { event: "revocation.not_announced", count: some.length, err },
          "a revocation could not be broadcast",
        );
      });
    }
  };
}

/** The subjects of a broadcast; empty if it is malformed, which is logged. */
export function readAnnouncement(body: string, logger: Logger): readonly string[] {
  try {
    return announcementSchema.parse(JSON.parse(body));
  } catch (err) {
    logger.error({ event: "revocation.unreadable", err }, "a revocation broadcast could not be parsed");
    return [];
  }
}

import type { Bus } from "@skucast/events/bus";
import type { Logger } from "@skucast/service-kit/logger";
import { z } from "zod";

/** Under this topic the bus carries ids of what was revoked or changed, and nothing else. */
export const REVOCATIONS_TOPIC = "revocations";

/** An id has at most some 60 characters: so many fit into one broadcast. */
const SUBJECTS_PER_MESSAGE = 100;
const announcementSchema = z.array(z.string().min(1).max(200)).max(SUBJECTS_PER_MESSAGE);

/** Broadcasts subjects without waiting. A message that is lost is no failure: the journal has it. */
export function createAnnouncer(bus: Bus, logger: Logger): (subjects: readonly string[]) => void {
  return (subjects) => {
    for (let start = 0; start < subjects.length; start += SUBJECTS_PER_MESSAGE) {
      const some = subjects.slice(start, start + SUBJECTS_PER_MESSAGE);
      bus.broadcast(REVOCATIONS_TOPIC, JSON.stringify(some)).catch((err: unknown) => {
        logger.warn({ event: "revocation.not_announced", count: some.length, err }, "the bus takes no revocations");
      });
    }
  };
}

/** The subjects of a broadcast; none when it is no announcement, which is logged. */
export function readAnnouncement(body: string, logger: Logger): readonly string[] {
  try {
    return announcementSchema.parse(JSON.parse(body));
  } catch (err) {
    logger.error({ event: "revocation.unreadable", err }, "a broadcast of revocations cannot be read");
    return [];
  }
}

import type { Logger } from "@skucast/service-kit/logger";

/** Who wants to hear of changes of which subjects. */
export interface RevocationListeners {
  /** Answers how to stop. */
  add(subjects: readonly string[], changed: () => void): () => void;
  tell(subjects: readonly string[]): void;
  /** When more changed than can be told. */
  tellAll(): void;
}

export function createRevocationListeners(logger: Logger): RevocationListeners {
  const bySubject = new Map<string, Set<() => void>>();

  function call(listeners: Iterable<() => void>): void {
    // A copy: a listener may stop itself, and must not be called twice for two of its subjects.
    for (const changed of new Set(listeners)) {
      try {
        changed();
      } catch (err) {
        logger.error({ event: "revocation.listener_failed", err }, "a listener for revocations failed");
      }
    }
  }

  return {
    add: (subjects, changed) => {
      const own = () => changed();
      for (const subject of subjects) {
        const listeners = bySubject.get(subject) ?? new Set();
        bySubject.set(subject, listeners.add(own));
      }
      return () => {
        for (const subject of subjects) {
          const listeners = bySubject.get(subject);
          listeners?.delete(own);
          if (listeners?.size === 0) bySubject.delete(subject);
        }
      };
    },
    tell: (subjects) => call(subjects.flatMap((subject) => [...(bySubject.get(subject) ?? [])])),
    tellAll: () => call([...bySubject.values()].flatMap((listeners) => [...listeners])),
  };
}

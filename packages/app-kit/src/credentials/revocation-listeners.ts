import type { Logger } from "@skucast/service-kit/logger";

/** The listeners for changes of subjects. */
export interface RevocationListeners {
  /** Returns a function that removes the listener. */
  add(subjects: readonly string[], changed: () => void): () => void;
  notify(subjects: readonly string[]): void;
  /** Called if more changed than can be listed. */
  notifyAll(): void;
}

export function createRevocationListeners(logger: Logger): RevocationListeners {
  const bySubject = new Map<string, Set<() => void>>();

  function call(listeners: Iterable<() => void>): void {
    // A copy, because a listener may remove itself and must not be called twice for two of its subjects.
    for (const changed of new Set(listeners)) {
      try {
        changed();
      } catch (err) {
        logger.error({ event: "revocation.listener_failed", err }, "a revocation listener failed");
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
    notify: (subjects) => call(subjects.flatMap((subject) => [...(bySubject.get(subject) ?? [])])),
    notifyAll: () => call([...bySubject.values()].flatMap((listeners) => [...listeners])),
  };
}

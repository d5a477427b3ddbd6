/** A target that the service does not connect to. The message is public: it gives the reason and says what is allowed. */
export class TargetRefused extends Error {
  override readonly name = "TargetRefused";
  readonly code = "target_not_allowed";
}

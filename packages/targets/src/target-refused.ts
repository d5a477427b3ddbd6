/** A target that the service does not connect to. Its message is public: it names the fault and says what is allowed. */
export class TargetRefused extends Error {
  override readonly name = "TargetRefused";
  readonly code = "target_not_allowed";
}

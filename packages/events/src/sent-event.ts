/** The workspace and type of an event that a relay has passed on. */
export interface SentEvent {
  readonly workspaceId: string;
  readonly type: string;
}

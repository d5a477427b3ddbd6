import { texts } from "../../texts/texts.js";

const { one } = texts.destinations;

interface TestProgressProps {
  readonly isPending: boolean;
  readonly waitSeconds: number | null;
}

/** What a test is doing just now. */
export const TestProgress = ({ isPending, waitSeconds }: TestProgressProps) =>
  isPending && <p>{waitSeconds === null ? one.testing : one.waiting(waitSeconds)}</p>;

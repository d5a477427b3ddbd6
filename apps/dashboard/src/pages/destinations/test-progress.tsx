import { texts } from "../../texts/texts.js";

const { one } = texts.destinations;

interface TestProgressProps {
  readonly isPending: boolean;
  readonly waitSeconds: number | null;
}

/** Says what a running test is doing. */
export const TestProgress = ({ isPending, waitSeconds }: TestProgressProps) =>
  isPending && <p>{waitSeconds === null ? one.testing : one.waiting(waitSeconds)}</p>;

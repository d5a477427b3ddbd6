import { Button } from "../../../components/button.js";

interface EntryActionsProps {
  /** Zero-based position in the list, and its length. */
  readonly index: number;
  readonly count: number;
  /** What each button does to the entry with a number, counted from 1. */
  readonly words: {
    moveUp(number: number): string;
    moveDown(number: number): string;
    remove(number: number): string;
  };
  readonly isRemovable?: boolean;
  readonly onMove: (by: -1 | 1) => void;
  readonly onRemove: () => void;
}

/** Buttons that move an entry of a list up or down, or remove it. */
export function EntryActions({ index, count, words, isRemovable = true, onMove, onRemove }: EntryActionsProps) {
  const number = index + 1;
  return (
    <div className="actions">
      <Button kind="quiet" disabled={index === 0} aria-label={words.moveUp(number)} onClick={() => onMove(-1)}>
        ↑
      </Button>
      <Button kind="quiet" disabled={index === count - 1} aria-label={words.moveDown(number)} onClick={() => onMove(1)}>
        ↓
      </Button>
      <Button kind="quiet" disabled={!isRemovable} aria-label={words.remove(number)} onClick={onRemove}>
        ×
      </Button>
    </div>
  );
}

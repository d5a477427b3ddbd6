import type { ButtonHTMLAttributes, Ref } from "react";

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  /** main: the one thing to do here; quiet: all else; danger: takes something away. */
  readonly kind?: "main" | "quiet" | "danger";
  /** What it calls, where that is asked about before. */
  readonly "data-route"?: string;
  /** Its act is under way: pressing it again does nothing. */
  readonly isBusy?: boolean;
  /** Pressing it does nothing, for a reason that the page tells (`aria-describedby`). */
  readonly isDisabled?: boolean;
  readonly ref?: Ref<HTMLButtonElement>;
}

/** A button that stays in the tab order while its act is under way or it is off, so that the focus is not lost. */
export function Button({
  kind = "main",
  isBusy = false,
  isDisabled = false,
  onClick,
  className = "",
  type = "button",
  ...rest
}: ButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      className={`button ${kind} ${className}`}
      aria-disabled={isBusy || isDisabled}
      data-busy={isBusy || undefined}
      onClick={(event) => {
        if (isBusy || isDisabled) event.preventDefault();
        else onClick?.(event);
      }}
    />
  );
}

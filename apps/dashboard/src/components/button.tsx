import type { ButtonHTMLAttributes, Ref } from "react";

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  /** main: the primary action; quiet: secondary actions; danger: destructive actions. */
  readonly kind?: "main" | "quiet" | "danger";
  /** The route that it calls, for buttons that confirm an action. */
  readonly "data-route"?: string;
  /** Its action is in progress: further clicks are ignored. */
  readonly isBusy?: boolean;
  /** Clicks are ignored, for a reason that the page states (`aria-describedby`). */
  readonly isDisabled?: boolean;
  readonly ref?: Ref<HTMLButtonElement>;
}

/** A button that stays in the tab order while it is busy or disabled, so that the focus is not lost. */
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

/** The logo in the color of links, so that it is legible in light and in dark mode. The text next to it says the same. */
export const Logo = () => (
  <svg viewBox="0 0 24 24" aria-hidden="true">
    <path
      fill="currentColor"
      d="M3 6.5 12 2l9 4.5v11L12 22l-9-4.5zm9 1.9 4.6-2.3L12 3.9 7.4 6.1zM5 8v8.3l6 3V10.9zm8 2.9v8.4l6-3V8z"
    />
  </svg>
);

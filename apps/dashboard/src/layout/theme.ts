const STORED_AS = "skucast.theme";
export const THEMES = ["system", "light", "dark"] as const;
export type Theme = (typeof THEMES)[number];

/** What the reader chose on this device; `system` follows the device. */
export function readTheme(): Theme {
  const stored = localStorage.getItem(STORED_AS);
  return THEMES.find((theme) => theme === stored) ?? "system";
}

/** Shows the page in a theme; the style sheet reads the attribute. */
export function showTheme(theme: Theme): void {
  if (theme === "system") document.documentElement.removeAttribute("data-theme");
  else document.documentElement.setAttribute("data-theme", theme);
}

export function chooseTheme(theme: Theme): void {
  localStorage.setItem(STORED_AS, theme);
  showTheme(theme);
}

const STORAGE_KEY = "skucast.font";
const FAMILY = "1rem Geist";
/** By then, a slow line has brought the first rows. */
const AFTER_MS = 8_000;

/** Shows all text in the dashboard's font if an earlier visit has loaded it. So a first visit does not wait, and no text moves. */
export function showFont(): void {
  if (localStorage.getItem(STORAGE_KEY) !== null) document.documentElement.setAttribute("data-font", "");
}

/** Loads the font for the next visit, when the page has shown what it is for. */
export function loadFontLater(): void {
  setTimeout(() => {
    void document.fonts.load(FAMILY).then(
      ([face]) => face && localStorage.setItem(STORAGE_KEY, "loaded"),
      () => undefined,
    );
  }, AFTER_MS);
}

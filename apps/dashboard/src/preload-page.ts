/** Written into the document by the build: the files of each page that the document does not preload, by URL path. */
const FILES_OF_PAGES = "page-files";

/** Has the browser load the code of a page, which the router will import. */
export function preloadPage(pathname: string): void {
  const meta = document.querySelector<HTMLMetaElement>(`meta[name="${FILES_OF_PAGES}"]`);
  const pages: Readonly<Record<string, readonly string[]>> = JSON.parse(meta?.content ?? "{}");
  for (const href of pages[pathname] ?? []) {
    const link = document.createElement("link");
    link.rel = "modulepreload";
    link.crossOrigin = "";
    link.href = href;
    document.head.append(link);
  }
}

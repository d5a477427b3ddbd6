/**
 * Written into the document by the build: the pages, separated by commas, each with its path and the names of the files that
 * the document does not preload.
 */
const FILES_OF_PAGES = "page-files";

/** Has the browser load the code of a page, which the router will import. */
export function preloadPage(pathname: string): void {
  const meta = document.querySelector<HTMLMetaElement>(`meta[name="${FILES_OF_PAGES}"]`);
  const pages = (meta?.content ?? "").split(",").map((page) => page.split(" "));
  for (const name of pages.find(([path]) => path === pathname)?.slice(1) ?? []) {
    const link = document.createElement("link");
    link.rel = "modulepreload";
    link.crossOrigin = "";
    link.href = `/assets/${name}.js`;
    document.head.append(link);
  }
}

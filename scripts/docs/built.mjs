/** A module of a built package or app: the references are made of what runs. */
export const built = (workspace, file) => import(new URL(`../../${workspace}/dist/${file}.js`, import.meta.url).href);

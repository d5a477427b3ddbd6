/** Imports a module of a built package or app: the references describe the code that runs. */
export const built = (workspace, file) => import(new URL(`../../${workspace}/dist/${file}.js`, import.meta.url).href);

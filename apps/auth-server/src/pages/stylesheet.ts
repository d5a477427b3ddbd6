import { hash } from "node:crypto";

/** The style of all pages: system fonts, light and dark mode, no external resources. */
export const STYLESHEET = `
:root { color-scheme: light dark; --ink: #1b1f24; --soft: #57606a; --ground: #f4f5f7; --sheet: #ffffff; --line: #d5d9e0;
  --edge: #7d8590; --accent: #1f5fbf; --on-accent: #ffffff; --bad: #b3261e; --bad-ground: #fdecea; --warn: #6b4700;
  --warn-ground: #fff4d6; --good: #14653a; --good-ground: #e4f5ea }
@media (prefers-color-scheme: dark) { :root { --ink: #e6e9ee; --soft: #a3adba; --ground: #101317; --sheet: #1a1f26;
  --line: #333c47; --edge: #7d8794; --accent: #8ab8ff; --on-accent: #0c1a2e; --bad: #ffb4ab; --bad-ground: #3b1613;
  --warn: #ffd98a; --warn-ground: #33270a; --good: #8fdcae; --good-ground: #10301d } }
*, *::before, *::after { box-sizing: border-box }
html { -webkit-text-size-adjust: 100% }
body { margin: 0; background: var(--ground); color: var(--ink); font: 1rem/1.5 system-ui, sans-serif;
  overflow-wrap: anywhere }
.frame { max-width: 30rem; margin: 0 auto; padding: 2rem 1rem 4rem }
.frame.wide { max-width: 46rem }
header { display: flex; flex-wrap: wrap; gap: .5rem 1rem; align-items: center; justify-content: space-between;
  margin-bottom: 1.25rem }
.wordmark { display: inline-flex; align-items: center; gap: .5rem; font-weight: 650; letter-spacing: -.01em }
.wordmark svg { width: 1.5rem; height: 1.5rem; color: var(--accent) }
.sheet { background: var(--sheet); border: 1px solid var(--line); border-radius: .75rem; padding: 1.5rem }
.sheet > :last-child { margin-bottom: 0 }
.sheet + .sheet { margin-top: 1rem }
h1 { font-size: 1.5rem; line-height: 1.25; margin: 0 0 .75rem; letter-spacing: -.015em }
h2 { font-size: 1.125rem; line-height: 1.3; margin: 0 0 .75rem }
p, ul, dl { margin: 0 0 1rem }
ul { padding-left: 1.25rem }
a { color: var(--accent); text-underline-offset: .15em }
.soft { color: var(--soft) }
.host { font-size: 1.125rem; font-weight: 650; overflow-wrap: anywhere }
.field { margin: 0 0 1rem; border: 0; padding: 0; min-width: 0 }
label, legend { display: block; font-weight: 600; padding: 0; margin-bottom: .25rem }
.hint { display: block; color: var(--soft); font-size: .9375rem; margin-bottom: .25rem }
.error { display: block; color: var(--bad); font-weight: 600; margin-bottom: .25rem }
input[type=text], input[type=email], input[type=password], select { width: 100%; min-height: 2.75rem;
  padding: .5rem .75rem; font: inherit; color: inherit; background: var(--sheet); border: 1px solid var(--edge);
  border-radius: .5rem }
input[aria-invalid=true] { border: 2px solid var(--bad) }
.choice { display: flex; gap: .625rem; align-items: flex-start; margin: .75rem 0 }
.choice input { flex: none; width: 1.25rem; height: 1.25rem; margin: .125rem 0 0; accent-color: var(--accent) }
.choice label { font-weight: 400; margin: 0 }
form:has([name=access]:not([value=chosen]):checked) .boxes { display: none }
button, .button { display: inline-block; min-height: 2.75rem; padding: .5rem 1.125rem; font: inherit; font-weight: 600;
  text-decoration: none; color: var(--on-accent); background: var(--accent); border: 1px solid var(--accent);
  border-radius: .5rem; cursor: pointer }
button.quiet, .button.quiet { color: var(--ink); background: transparent; border-color: var(--edge) }
.after { margin: 1rem 0 0 }
form + p, .actions + p { margin-top: 1.25rem }
.actions { display: flex; flex-wrap: wrap; gap: .75rem; align-items: center; margin-top: 1.25rem }
.note { border-left: .25rem solid var(--edge); border-radius: .25rem; padding: .75rem 1rem; margin: 0 0 1rem }
.note > :last-child { margin-bottom: 0 }
.note.bad { color: var(--bad); background: var(--bad-ground); border-color: var(--bad) }
.note.warn { color: var(--warn); background: var(--warn-ground); border-color: var(--warn) }
.note.good { color: var(--good); background: var(--good-ground); border-color: var(--good) }
.note a { color: inherit }
.qr svg { display: block; width: 12rem; height: 12rem; border-radius: .5rem }
.codes { list-style: none; padding: 0; columns: 12.5rem 2 }
.codes code { font-size: 1.0625rem }
.mail { white-space: pre-wrap; font: inherit; margin: 0 0 1rem }
.badge.soft { color: var(--soft); background: var(--ground) }
.badge { display: inline-block; font-size: .875rem; font-weight: 600; padding: .0625rem .5rem; border-radius: 1rem;
  color: var(--good); background: var(--good-ground) }
.rows { list-style: none; padding: 0; margin: 0 0 1rem }
.rows > li { display: flex; flex-wrap: wrap; gap: .5rem 1rem; align-items: center; justify-content: space-between;
  padding: .75rem 0; border-top: 1px solid var(--line) }
.rows > li:first-child { border-top: 0 }
.rows p { margin: 0; flex: 1 1 18rem }
.rows > li > div { flex: 1 1 18rem }
.rows details { margin-top: .25rem }
.rows details ul { margin: .25rem 0 0 }
summary { cursor: pointer; min-height: 1.5rem }
.unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap }
footer { margin-top: 1.25rem; color: var(--soft); font-size: .9375rem }
.languages { display: flex; flex-wrap: wrap; gap: .25rem; margin-top: .5rem }
.languages button { min-height: 2rem; padding: .25rem .5rem; font-size: .9375rem; font-weight: 400; color: var(--soft);
  background: transparent; border-color: transparent }
.languages button[aria-current] { font-weight: 600; color: var(--ink); border-color: var(--edge) }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px }
[tabindex="-1"]:focus { outline: none }
.skip { position: absolute; left: -999rem }
.skip:focus { left: 1rem; top: 1rem; background: var(--sheet); padding: .5rem }
@media (max-width: 24rem) { .frame { padding-top: 1rem } .sheet { padding: 1rem } }
@media (prefers-reduced-motion: no-preference) { button, .button { transition: filter .12s } }
button:hover, .button:hover { filter: brightness(1.08) }
`;

/** The hash in the Content-Security-Policy, so that no other style is applied. */
export const STYLESHEET_HASH = `sha256-${hash("sha256", STYLESHEET, "base64")}`;

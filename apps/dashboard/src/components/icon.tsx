/** Outlines in a square of 24 by 24, from lucide. The text or the label next to an icon says the same. */
const OUTLINES = {
  bell: "M6 9a6 6 0 0 1 12 0c0 6 2.5 7.5 2.5 7.5h-17S6 15 6 9ZM10 20a2.2 2.2 0 0 0 4 0",
  menu: "M4 6h16M4 12h16M4 18h16",
  search: "m21 21-4.3-4.3M11 4a7 7 0 1 1 0 14 7 7 0 0 1 0-14Z",
} as const;

/** An icon in the color of the text. */
export const Icon = ({ name }: { readonly name: keyof typeof OUTLINES }) => (
  <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
    <path d={OUTLINES[name]} />
  </svg>
);

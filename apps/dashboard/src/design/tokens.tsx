import { Card } from "../components/card.js";

/** The colors of colors.css, which has a value of each for both themes. */
const COLORS = [
  "ink",
  "soft",
  "ground",
  "sheet",
  "raised",
  "line",
  "rim",
  "edge",
  "accent",
  "accent-ground",
  "on-accent",
  "bad",
  "bad-ground",
  "on-bad",
  "warn",
  "warn-ground",
  "good",
  "good-ground",
  "lift",
  "shade",
] as const;

/** The colors in the present theme, and the type scale. */
export const Tokens = () => (
  <Card title="Tokens">
    <ul className="choices">
      {COLORS.map((name) => (
        <li key={name}>
          <span className="picture" style={{ background: `var(--${name})` }} /> <code>--{name}</code>
        </li>
      ))}
    </ul>
    <h1>Heading 1, 1.5 rem</h1>
    <h2>Heading 2, 1.125 rem</h2>
    <h3>Heading 3, 1 rem</h3>
    <p>Text, 1 rem on a line of 1.5 rem. A rem has 14 px in wide windows and 16 px in narrow ones.</p>
    <p className="soft">Secondary text, in the color --soft.</p>
  </Card>
);

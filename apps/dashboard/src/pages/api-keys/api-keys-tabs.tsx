import { Link } from "@tanstack/react-router";
import { texts } from "../../texts/texts.js";

const words = texts.apiKeys.tabs;
const TABS = [
  { to: "/api-keys", label: words.keys },
  { to: "/api-keys/connected-apps", label: words.apps },
] as const;

/** API keys and connected apps. Tabs are links, so that each has a URL and the browser's back button works. */
export const ApiKeysTabs = () => (
  <nav className="tabs" aria-label={words.label}>
    {TABS.map(({ to, label }) => (
      <Link key={to} to={to} activeOptions={{ exact: true }}>
        {label}
      </Link>
    ))}
  </nav>
);

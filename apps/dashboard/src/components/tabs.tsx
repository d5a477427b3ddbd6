import { Link } from "@tanstack/react-router";

interface TabsProps {
  readonly label: string;
  readonly tabs: readonly { readonly to: string; readonly label: string }[];
}

/** Tabs as links, so that each has a URL and the browser's back button works. */
export const Tabs = ({ label, tabs }: TabsProps) => (
  <nav className="tabs" aria-label={label}>
    {tabs.map((tab) => (
      <Link key={tab.to} to={tab.to} activeOptions={{ exact: true }}>
        {tab.label}
      </Link>
    ))}
  </nav>
);

import { Link } from "@tanstack/react-router";

interface TabsProps {
  readonly label: string;
  readonly tabs: readonly { readonly to: string; readonly label: string }[];
}

/** Places beside each other: links, so that each has an address and the browser's way back works. */
export const Tabs = ({ label, tabs }: TabsProps) => (
  <nav className="tabs" aria-label={label}>
    {tabs.map((tab) => (
      <Link key={tab.to} to={tab.to} activeOptions={{ exact: true }}>
        {tab.label}
      </Link>
    ))}
  </nav>
);

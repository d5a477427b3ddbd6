import { Link } from "@tanstack/react-router";
import { useSession } from "../session/session.js";
import { texts } from "../texts/texts.js";
import { NAVIGATION } from "./navigation-entries.js";

/** The places of the dashboard that the person may use. */
export function Navigation() {
  const { can_manage } = useSession();
  return (
    <nav aria-label={texts.frame.navigation}>
      <ul>
        {NAVIGATION.filter(({ isForManagers }) => can_manage || !isForManagers).map(({ to, label }) => (
          <li key={to}>
            <Link to={to} activeOptions={{ exact: to === "/" }}>
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

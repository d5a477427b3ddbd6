import { Link, useRouterState } from "@tanstack/react-router";
import { Icon } from "../components/icon.js";
import { useSession } from "../session/session.js";
import { canCall } from "../session/use-can.js";
import { texts } from "../texts/first-view.js";
import { NAVIGATION } from "./navigation-entries.js";

/** The pages that the user may open. */
export function Navigation() {
  const session = useSession();
  const pathname = useRouterState({ select: ({ location }) => location.pathname });
  return (
    <nav aria-label={texts.frame.navigation}>
      <ul>
        {NAVIGATION.filter(({ needs }) => canCall(needs, session)).map(({ to, label, icon, isFirst, also = [] }) => (
          <li key={to} data-first={isFirst}>
            <Link
              to={to}
              activeOptions={{ exact: to === "/" }}
              {...(also.some((prefix) => pathname.startsWith(prefix)) && { className: "active" })}
            >
              <Icon name={icon} />
              <span>{label}</span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

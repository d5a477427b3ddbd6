import { Tabs } from "../../components/tabs.js";
import { texts } from "../../texts/texts.js";

const { tabs } = texts.apiKeys;

/** API keys and connected apps. */
export const ApiKeysTabs = () => (
  <Tabs
    label={tabs.label}
    tabs={[
      { to: "/api-keys", label: tabs.keys },
      { to: "/api-keys/connected-apps", label: tabs.apps },
    ]}
  />
);

import { Tabs } from "../../components/tabs.js";
import { texts } from "../../texts/texts.js";

const { tabs } = texts.apiKeys;

/** The two ways in: keys of the workspace, and apps that act for people. */
export const ApiKeysTabs = () => (
  <Tabs
    label={tabs.label}
    tabs={[
      { to: "/api-keys", label: tabs.keys },
      { to: "/api-keys/connected-apps", label: tabs.apps },
    ]}
  />
);

import { useState } from "react";
import { Button } from "../../parts/button.js";
import { Page } from "../../parts/page.js";
import { useMay } from "../../session/use-may.js";
import { texts } from "../../texts/texts.js";
import { ApiKeyList } from "./api-key-list.js";
import { ApiKeysTabs } from "./api-keys-tabs.js";
import { NewKey } from "./new-key.js";

const words = texts.apiKeys;

/** API keys: the list, New key, and deleting one. */
export function ApiKeysPage() {
  const mayManage = useMay("listApiKeys");
  const [isNew, setIsNew] = useState(false);
  const open = () => setIsNew(true);
  return (
    <Page title={words.title} lead={words.lead} actions={mayManage && <Button onClick={open}>{words.newKey}</Button>}>
      <ApiKeysTabs />
      {mayManage ? <ApiKeyList onNew={open} /> : <p className="note">{words.onlyManagers}</p>}
      {isNew && <NewKey onClose={() => setIsNew(false)} />}
    </Page>
  );
}

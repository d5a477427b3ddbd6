import { useState } from "react";
import { Button } from "../../components/button.js";
import { Page } from "../../components/page.js";
import { useCan } from "../../session/use-can.js";
import { texts } from "../../texts/texts.js";
import { ApiKeyList } from "./api-key-list.js";
import { ApiKeysTabs } from "./api-keys-tabs.js";
import { NewKey } from "./new-key.js";

const words = texts.apiKeys;

export function ApiKeysPage() {
  const canManage = useCan("listApiKeys");
  const [isNew, setIsNew] = useState(false);
  const open = () => setIsNew(true);
  return (
    <Page title={words.title} lead={words.lead} actions={canManage && <Button onClick={open}>{words.newKey}</Button>}>
      <ApiKeysTabs />
      {canManage ? <ApiKeyList onNew={open} /> : <p className="note">{words.onlyManagers}</p>}
      {isNew && <NewKey onClose={() => setIsNew(false)} />}
    </Page>
  );
}

import { useApiQuery } from "../../api/use-api-query.js";
import { Card } from "../../components/card.js";
import { DescriptionList } from "../../components/description-list.js";
import { bytesText, numberText } from "../../texts/format.js";
import { texts } from "../../texts/texts.js";

const words = texts.settings.quotas;
const { fullStop } = texts.general;

/** The limits of the workspace. */
export const useQuotas = () => useApiQuery("getQuotas", {});

/** How much of each limit the workspace uses. */
export function Quotas() {
  const { data: quotas } = useQuotas();
  if (!quotas) return null;
  const names = Object.keys(words.names) as (keyof typeof words.names)[];
  return (
    <Card title={words.title}>
      <p className="soft">{words.lead}</p>
      <DescriptionList
        items={names.map((name) => {
          const { used, limit } = quotas[name];
          const text = name === "catalog_bytes" ? bytesText : numberText;
          const amount = words.used(text(used), text(limit));
          return [words.names[name], used < limit ? amount : `${amount}${fullStop} ${words.reached}${fullStop}`];
        })}
      />
    </Card>
  );
}

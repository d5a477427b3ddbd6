import { API_BASE_PATH } from "@skucast/contracts/service";
import { PUBLIC_URL } from "@skucast/db/notices/insert-notices";
import type { DispatcherTexts } from "./english.js";

export const japanese: DispatcherTexts = {
  endpoints: {
    reasons: {
      gone: "410 Goneが返されました",
      failing: "5日間、成功した配信がありません",
      access_ended: "設定したアプリまたはAPIキーの接続が解除されました",
    },
    disabled: ({ host, endpointId, link, publicUrl }, reason) => ({
      subject: `Skucast：${host}のWebhookエンドポイントが無効になりました`,
      body: `${host}のWebhookエンドポイント${endpointId}が無効になりました。理由：${reason}

今後は何も送信されず、保留中の配信はキャンセルされました。イベントは引き続き保存されます。

再び正常になったら、有効にして、届かなかったイベントを配信してください：${link}

APIを使用する場合：

  PATCH ${publicUrl}${API_BASE_PATH}/webhook-endpoints/${endpointId}         {"status":"active"}
  POST  ${publicUrl}${API_BASE_PATH}/webhook-endpoints/${endpointId}/recover {"since":"…"}

このメールは1回だけ送信され、エンドポイントが再び正常になるともう1通送信されます。
`,
    }),
    failing: ({ host, endpointId, since, link }) => ({
      subject: `Skucast：${host}のWebhookエンドポイントで失敗が続いています`,
      body: `${since}以降、${host}のWebhookエンドポイント${endpointId}への配信が成功していません。

配信は約3日間再試行されます。5日間失敗が続くと、エンドポイントは無効になります。
応答を確認：${link}
`,
    }),
    exhausted: ({ host, endpointId, link, deliveryId }) => ({
      subject: `Skucast：${host}への配信が最終的に失敗しました`,
      body: `${host}のWebhookエンドポイント${endpointId}への配信${deliveryId}は、すべての試行が失敗し、これ以上再試行されません。
ほかの配信も失敗している可能性があります。このメールは1日に最大1通送信されます。

エンドポイントが再び正常になったら、届かなかったイベントを配信してください：${link}
`,
    }),
    recovered: ({ host, endpointId, since, link }) => ({
      subject: `Skucast：${host}のWebhookエンドポイントが再び正常になりました`,
      body: `${host}のWebhookエンドポイント${endpointId}への配信が成功しました。${since}から失敗が続いていました。

その間に最終的に失敗した配信は自動では送信されません。届かなかったイベントを配信してください：${link}
`,
    }),
  },
  summary: {
    subject: (count) => `Skucast：個別のメールがない変更がほかに${count}件あります`,
    body: (
      from,
      until,
      max,
      lines,
      rest,
    ) => `${from}から${until}（UTC）に、ワークスペースへのメールの上限（1時間に${max}通）を超える変更がありました：

${lines}
${rest > 0 ? `- ほか${rest}件\n` : ""}
対応が必要なものを確認：${PUBLIC_URL}/
`,
  },
  footer: (workspace) => `
このメールは、ワークスペース${workspace}のメンバーに送信されています。受け取るメールの選択：
${PUBLIC_URL}/settings#notifications
`,
};

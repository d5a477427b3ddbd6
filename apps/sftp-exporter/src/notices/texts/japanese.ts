import { API_BASE_PATH } from "@skucast/contracts/service";
import { PUBLIC_URL } from "@skucast/db/notices/insert-notices";
import type { GuardReasons } from "./described.js";
import type { RunTexts } from "./english.js";

const API = `${PUBLIC_URL}${API_BASE_PATH}`;
const WHEN = "このメールは、フィードの実行に問題が起きたときと、解決したときに1通ずつ送信されます。\n";
const next = (isScheduled: boolean) =>
  isScheduled
    ? "フィードの次のスケジュール実行でも再試行されます。"
    : "フィードにはスケジュールがないため、自動では再試行されません。";

const guards: GuardReasons = {
  min_items: ({ actual, limit }) => `ファイルの行数は${actual}行です（最小${limit}行）`,
  max_drop_percent: ({ actual, limit }) => `現在のファイルの行の${actual}%が失われました（最大${limit}%）`,
  max_invalid_percent: ({ actual, limit }) => `商品の${actual}%が無効です（最大${limit}%）`,
  max_changed_percent: ({ actual, limit }) => `現在のファイルの行の${actual}%が変更されました（最大${limit}%）`,
  max_price_change_percent: ({ actual, limit }) => `価格の変動の中央値は${actual}%です（最大${limit}%）`,
  max_out_of_stock_jump: ({ actual, limit }) => `在庫切れの行の割合が${actual}ポイント増えました（最大${limit}）`,
  keep_columns: ({ names }) => `列がありません：${names}`,
};

export const japanese: RunTexts = {
  guardReason: (guard, tripped) => guards[guard](tripped),
  held: ({ feed, runId }, reasons) => ({
    subject: `Skucast：フィード${feed}の実行が保留されています`,
    body: `フィード${feed}の実行が保留され、何も配信されていません。パートナーには前回の実行のファイルが残っています。

${reasons}

実行とそのファイルを確認してください。正しければ実行をリリースし、誤りがあれば商品を修正して破棄してください：
${PUBLIC_URL}/runs/${runId}

APIを使用する場合：

  GET  ${API}/runs/${runId}
  POST ${API}/runs/${runId}/release
  POST ${API}/runs/${runId}/discard

${WHEN}`,
  }),
  failed: ({ feed, feedId, runId, isScheduled }, error) => ({
    subject: `Skucast：フィード${feed}の実行が失敗しました`,
    body: `フィード${feed}の実行が失敗し、何も配信されていません。パートナーには前回の実行のファイルが残っています。

エラー：${error}

問題が解決したら、フィードを実行してください：${PUBLIC_URL}/feeds/${feedId}

APIを使用する場合：

  POST ${API}/feeds/${feedId}/runs

実行：${PUBLIC_URL}/runs/${runId} ${next(isScheduled)}

${WHEN}`,
  }),
  recovered: ({ feed, runId }) => ({
    subject: `Skucast：フィード${feed}が再び実行されました`,
    body: `フィード${feed}の実行が成功しました：${PUBLIC_URL}/runs/${runId}

対応は必要ありません。 ${WHEN}`,
  }),
  deliveryFailed: ({ feed, destination, feedId, runId, isScheduled, delivery }) => ({
    subject: `Skucast：フィード${feed}を${destination}に配信できませんでした`,
    body: `フィード${feed}のファイルを${destination}に配信できませんでした。

エラー：${delivery.error ?? "不明"}（試行回数：${delivery.attempts}）
${delivery.server_message ? `ホストからのメッセージ：${delivery.server_message}\n` : ""}
1. ホストが配信を受け付けるかテストしてください：${PUBLIC_URL}/destinations/${delivery.destination_id}
2. 問題が解決したら、フィードを実行してください：${PUBLIC_URL}/feeds/${feedId}

APIを使用する場合：

  POST ${API}/destinations/${delivery.destination_id}/test
  POST ${API}/feeds/${feedId}/runs

実行：${PUBLIC_URL}/runs/${runId} ${next(isScheduled)}

このメールは、配信が失敗し始めたときと、再び成功したときに1通ずつ送信されます。
`,
  }),
  deliveryRecovered: ({ feed, destination, runId }) => ({
    subject: `Skucast：フィード${feed}が再び${destination}に配信されました`,
    body: `フィード${feed}のファイルが再び${destination}に配信されました。実行：${PUBLIC_URL}/runs/${runId}

対応は必要ありません。
`,
  }),
};

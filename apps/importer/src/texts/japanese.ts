import { API_BASE_PATH } from "@skucast/contracts/service";
import { PUBLIC_URL } from "@skucast/db/notices/insert-notices";
import { RETRY_MINUTES } from "../sources/retry-minutes.js";
import type { ImportTexts } from "./english.js";

const API = `${PUBLIC_URL}${API_BASE_PATH}`;
const [first, ...others] = RETRY_MINUTES;

const RETRIES = {
  early: `ソースは${first}分後に再試行され、その後${others.join("分後、")}分後、以降はスケジュールの時刻に再試行されます。スケジュールの時刻のほうが早い場合は、それが優先されます。`,
  on_schedule: "ソースはスケジュールの次の時刻に再取得されます。",
  never: "ソースにはスケジュールがないため、自動では再試行されません。",
};
const file = (name: string | null) => (name === null ? "商品ファイル" : `商品ファイル${name}`);

export const japanese: ImportTexts = {
  uploads: {
    failed: (fileName, id, error) => ({
      subject: "Skucast：商品ファイルをインポートできませんでした",
      body: `${file(fileName)}がアップロードされましたが、インポートできませんでした。

エラー：${error ?? "不明"}

行のエラーを確認し、ファイルを修正して、もう一度アップロードしてください：
${PUBLIC_URL}/imports/${id}

APIを使用する場合：

  GET  ${API}/imports/${id}
  POST ${API}/imports

このメールは、アップロードが失敗し始めたときと、次に成功したときに1通ずつ送信されます。
`,
    }),
    recovered: (fileName, id) => ({
      subject: "Skucast：商品ファイルが再びインポートされました",
      body: `${file(fileName)}がアップロードされ、インポートされました：
${PUBLIC_URL}/imports/${id}

対応は必要ありません。
`,
    }),
  },
  sources: {
    failed: ({ name, sourceId, error, isCutOff, retries }) => ({
      subject: `Skucast：ソース${name}をインポートできませんでした`,
      body: `${
        isCutOff
          ? `ソース${name}の商品ファイルを最後までインポートできませんでした。ファイルが途切れている箇所までの有効な行はインポートされました。`
          : `ソース${name}の商品ファイルをインポートできませんでした。カタログは変更されていません。`
      }

エラー：${error ?? "不明"}

${RETRIES[retries]}設定を確認し、ファイルを今すぐ取得してください：
${PUBLIC_URL}/sources/${sourceId}

APIを使用する場合：

  POST ${API}/sources/${sourceId}/runs

このメールは、ソースが失敗し始めたときと、再び正常になったときに1通ずつ送信されます。
`,
    }),
    recovered: ({ name, sourceId }) => ({
      subject: `Skucast：ソース${name}が再び正常になりました`,
      body: `ソース${name}の商品ファイルが再びインポートされました：
${PUBLIC_URL}/sources/${sourceId}

対応は必要ありません。
`,
    }),
    ended: ({ name, sourceId }) => ({
      subject: `Skucast：ソース${name}が一時停止されました`,
      body: `ソース${name}を設定したアプリまたはAPIキーの接続が解除されたか、有効期限が切れたため、ソースを一時停止しました。
カタログは変更されていません。

ソースを維持する場合は、再開してください：
${PUBLIC_URL}/sources/${sourceId}

APIを使用する場合：

  PATCH ${API}/sources/${sourceId} {"status": "active"}
`,
    }),
    held: ({ name, sourceId, importId, error }) => ({
      subject: `Skucast：ソース${name}のインポートが保留されています`,
      body: `ソース${name}が、上限を超える変更を含むファイルを公開しました。カタログは変更されていません。

${error ?? ""}

意図した変更であればインポートをリリースし、そうでなければ破棄してください：
${PUBLIC_URL}/imports/${importId}

APIを使用する場合：

  POST ${API}/imports/${importId}/release
  POST ${API}/imports/${importId}/discard

ソースの新しいファイルでも置き換えられます。最新のインポート：
${PUBLIC_URL}/sources/${sourceId}
このメールは、インポートが保留され始めたときと、ソースが再びインポートされたときに1通ずつ送信されます。
`,
    }),
  },
};

import { countText } from "../format.js";
import type { Texts } from "../worded.js";
import { nouns } from "./general.js";

export const home: Texts["home"] = {
  lead: "公開されている内容と、対応が必要な項目です。",
  attention: {
    title: "対応が必要",
    good: "すべて正常です",
    nothing: "判断や修正を待っている項目はありません。",
    tones: { bad: "緊急", warn: "早めに" },
    held: (feed) => `${feed} の実行が保留されています。保留を解除するか破棄するまで、何も配信されません。`,
    failed: (feed) => `${feed} の最後の実行が失敗しました。パートナーには前回の実行のファイルがあります。`,
    undelivered: (feed) => `${feed} の最後の実行が、一部の配信先に届きませんでした。`,
    noAccess: (feed) => `${feed} のファイルを取得できるパートナーがまだいません。`,
    destination: (name) => `${name} の最後のテストが失敗しました。`,
    disabled: (url) => `${url} は無効になっており、イベントを受信しません。`,
    failing: (url) => `${url} への配信が失敗しています。`,
    sourceHeld: (name) => `${name} からのインポートが保留されています。`,
    sourceFailing: (name) => `${name} を取得できません。`,
    invalid: (channel, count) =>
      `${countText(count, nouns.product)}がエラーのため ${channel} のファイルから除外されています。`,
    decide: "確認",
    seeWhy: "原因を確認",
    repair: "修復",
    giveAccess: "認証情報を作成",
    fix: "商品を修正",
    actionOn: (action, text) => `${action}: ${text}`,
  },
  checklist: {
    title: "はじめに",
    lead: "最初の商品から最初のファイル配信までの手順です。",
    done: "完了",
    open: "未完了",
    steps: {
      product: {
        title: "商品を追加",
        why: "ショップからエクスポートしたファイルをインポートするか、ここで作成するか、API で送信します。",
      },
      channel: {
        title: "チャネルを作成",
        why: "チャネルは、パートナーが受け付ける内容を定義し、各商品に足りないものを示します。",
      },
      destination: {
        title: "パートナーの SFTP サーバーを接続",
        why: "ファイルはここに配信されます。パートナーが URL からファイルを取得する場合は不要です。",
        untested: "配信先を追加しましたが、まだテストに合格していません。",
        failed: "配信先の最後のテストが失敗しました。開いて原因を確認してください。",
      },
      feed: {
        title: "フィードを作成",
        why: "フィードは、毎晩またはオンデマンドでチャネルのファイルを生成します。",
      },
      delivered: {
        title: "フィードを実行し、配信を確認",
        why: "その後はスケジュールに従って実行されます。",
      },
    },
    progress: (done, all) => `${all} 件中 ${done} 件完了`,
  },
  feeds: {
    title: "フィード",
    caption: "フィードと最後の実行",
    columns: { feed: "フィード", last: "最後の実行", when: "日時", rows: "行", next: "次回" },
    never: "未実行",
    none: "フィードはまだありません。",
    create: "フィードを作成",
  },
  webhooks: {
    title: "過去 24 時間の Webhook 配信",
    caption: "Webhook エンドポイントとその配信",
    columns: { endpoint: "エンドポイント", status: "ステータス", attempts: "試行", rate: "成功率" },
    none: "Webhook エンドポイントはまだありません。",
    create: "エンドポイントを作成",
    nothingSent: "送信なし",
  },
  channels: {
    title: "チャネル",
    caption: "チャネルとそのステータスおよび商品",
    none: "チャネルはまだありません。",
    create: "チャネルを作成",
    columns: { name: "チャネル", status: "ステータス" },
  },
};

import type { Texts } from "../worded.js";

export const states: Texts["states"] = {
  counts: { published: "公開中", pending: "次のファイルに反映", held: "保留中", invalid: "エラーあり" },
  trend: {
    soon: "1 分以内に集計が始まります。",
    firstDay: "初日",
    title: "推移",
    summary: (name, first, last) => `${name}の最近の推移。${first}、${last}。`,
  },
  channel: { active: "有効", paused: "一時停止中", archived: "アーカイブ済み" },
  health: {
    good: "エラーなし",
    invalid: (products) => `エラーあり: ${products}`,
    atLeast: (products) => `${products}以上`,
    underWay: "チェック中",
  },
  channelStopped: {
    paused: "なし: チャネルが一時停止中です",
    archived: "なし: チャネルがアーカイブ済みです",
  },
  run: {
    queued: "待機中",
    generating: "ファイルを生成中",
    held: "保留中",
    delivering: "配信中",
    succeeded: "成功",
    succeeded_with_errors: "成功 (無効な行あり)",
    skipped: "変更なし",
    failed: "失敗",
    cancelled: "キャンセル済み",
  },
  endpoint: { active: "有効", paused: "一時停止中", disabled: "無効" },
  failing: { status: "失敗", first: "最初の失敗:" },
  newImport: "ファイルをインポート",
  deletion: { note: "このワークスペースは削除されるため、何も変更できません。", review: "削除を確認" },
};

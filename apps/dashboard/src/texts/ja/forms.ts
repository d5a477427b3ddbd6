import type { Texts } from "../worded.js";

export const forms: Texts["forms"] = {
  unsaved: "未保存の変更があります",
  discardAll: "変更を破棄",
  reset: {
    title: "変更を破棄しますか？",
    effect: "このページに入力した内容は保存されていません。",
    act: "破棄",
    stay: "編集を続ける",
  },
  restored: "前回入力した内容を復元しました。まだ保存されていません。",
  discard: "変更を破棄",
  conflictTitle: "他のユーザーが同じ項目を変更しました。",
  conflictLead: "それ以外の変更はすべて統合されています。残す値を選んでから保存してください。",
  yours: "自分の値",
  theirs: "他のユーザーが保存した値",
  keepYours: "自分の値を残す",
  takeTheirs: "他の値を使う",
  keepYoursOf: (field) => `自分の値を残す: ${field}`,
  takeTheirsOf: (field) => `他の値を使う: ${field}`,
  empty: "(空)",
};

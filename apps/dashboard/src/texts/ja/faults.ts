import type { Texts } from "../worded.js";

export const faults: Texts["faults"] = {
  plain: {
    required: () => "入力してください",
    integer: () => "整数を入力してください",
    number: () => "数値を入力してください",
    string: () => "テキストを入力してください",
    decimals: (currency, count) =>
      `小数点以下の桁数が多すぎます: ${currency} は${count === "" ? "小数を使いません" : `小数点以下 ${count} 桁までです`}`,
    decimalNumber: () => "19.90 のような数値を入力してください",
    digits: () => "正確に保存できる桁数を超えています",
    belowPrice: () => "価格より低くしてください",
    afterSaleStart: () => "セール開始より後にしてください",
    dateTime: (example) => `日付と時刻を入力してください${suggestion(example)}`,
    country: (more) => `2 文字の国コードを入力してください${suggestion(more)}`,
    currency: (more) => `3 文字の通貨コードを入力してください${suggestion(more)}`,
    language: (more) =>
      `言語コードを入力してください (例: ${more
        .replace(/, and not .*/, "")
        .replace(" or ", "、")
        .trim()})`,
    timeZone: (more) => `タイムゾーンを入力してください${suggestion(more)}`,
    https: () => "https でのみ使用できます。URL は https で始めてください",
    deltaPush: () =>
      "ファイルが変更のみを含む間は選択できません。取得が遅れたパートナーに一部が届かなくなるためです。選択を解除するか、すべての行を含むファイルを選んでください",
    fullOnly: (profile) => `すべての行を含めてください。${profile} では商品の削除を通知できません`,
    removedRows: () =>
      "商品の削除を通知できませんが、このチャネルのフィードが変更のみを配信しています。先にそのフィードをすべての行に設定してください",
    passwordAgain: () =>
      "もう一度入力してください。保存済みのパスワードは、別のサーバーやユーザーには送信されません。入力するか、キーを使用してください",
    productField: () => "商品の項目ではありません",
  },
  unplaced: (sentences) => `保存できません: ${sentences}。`,
};

/** The example or proposal after a rule: `such as DE`, `; did you mean GB?`. */
const suggestion = (more: string): string =>
  more
    .replace(/^,? such as (.+?)(?=;|$)/, " (例: $1)")
    .replace(/; did you mean (.+)\?$/, "。もしかして: $1")
    .replaceAll(" or ", "、");

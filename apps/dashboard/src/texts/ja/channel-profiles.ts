import { countText } from "../format.js";
import type { Texts } from "../worded.js";
import { nouns } from "./general.js";

export const channelProfiles: Texts["channelProfiles"] = {
  title: "チャネルプロファイル",
  lead: "パートナーが受け付ける内容、つまりファイルの列と値の書き方です。一覧にないパートナーはここで定義できます。",
  caption: "チャネルプロファイル",
  newOne: "プロファイルを作成",
  columns: { title: "プロファイル", id: "名前", formats: "形式", kind: "種類" },
  own: "このワークスペース",
  builtIn: "組み込み",
  empty: { title: "プロファイルはありません", sentence: "パートナーの形式に合わせてプロファイルを作成してください。" },
  copy: "コピー",
  otherVersions: "他のバージョン:",
  remove: {
    button: "プロファイルを削除",
    title: (name) => `${name} を削除しますか？`,
    effect: "プロファイルのすべてのバージョンが削除されます。チャネルが使用しているプロファイルは削除できません。",
    act: "プロファイルを削除",
    done: "プロファイルを削除しました。",
  },
  editor: {
    lead: "プロファイルはデータです。列、値の取得元、ファイルの形を定義します。",
    general: "全般",
    name: "名前",
    nameHint:
      "custom_ に続けて英小文字、数字、アンダースコアを使います。チャネルはこの名前でプロファイルを指定します。",
    definition: "定義",
    json: "JSON による定義",
    jsonHint: "各要素はパートナーの形式のガイドで説明しています。",
    noFaults: "エラーはありません。",
    faults: (count) => `${countText(count, nouns.fault)}:`,
    line: (line) => `${line} 行目`,
    sample: "サンプル",
    sampleHint: "この市場のチャネルが公開する形での、最初の商品のファイルです。",
    working: "サンプルを作成しています。",
    file: (format) => `ファイル (${format})`,
    severities: { error: "除外", warning: "警告" },
    create: "プロファイルを作成",
    save: "新しいバージョンとして保存",
    created: "プロファイルを作成しました。チャネルで使用できます。",
    saved: (id) => `${id} として保存しました。`,
  },
};

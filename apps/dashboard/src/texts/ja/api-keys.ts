import { countText } from "../format.js";
import type { Texts } from "../worded.js";
import { nouns } from "./general.js";

export const apiKeys: Texts["apiKeys"] = {
  title: "API キー",
  tabs: { label: "アクセス", keys: "API キー", apps: "接続済みアプリ" },
  lead: "API キーを使うと、プログラムがこのワークスペースにアクセスできます。プログラムごとに 1 つのキーを、必要な権限だけを付けて作成してください。そうすれば、他のキーに影響を与えずに削除できます。",
  newKey: "API キーを作成",
  listCaption: "このワークスペースの API キー",
  columns: {
    name: "名前",
    key: "キー",
    access: "アクセス",
    expires: "有効期限",
    created: "作成日時",
    lastUsed: "最終使用",
    status: "ステータス",
    act: "操作",
  },
  statuses: { active: "有効", expired: "期限切れ", revoked: "削除済み" },
  showDeleted: "削除済みと期限切れのキーを表示",
  neverUsed: "未使用",
  delete: "削除",
  deleteNamed: (name) => `${name} を削除`,
  create: {
    title: "API キーを作成",
    lead: "キーを使用するプログラムの名前を付けてください。一覧と監査ログにこの名前が表示されます。",
    name: "名前",
    nameExample: "夜間インポート",
    act: "キーを作成",
  },
  limits: {
    access: "アクセス",
    accesses: { everything: "フルアクセス", read: "読み取り専用", chosen: "選択した権限" },
    managementEnded: "作成者に権限がないため、ワークスペースを管理できません",
    permissions: "権限",
    sentences: {
      "products:read": "商品の読み取り",
      "products:write": "商品の作成、変更、削除",
      "channels:read": "チャネルとその問題の読み取り",
      "channels:write": "チャネルの作成、変更、削除",
      "feeds:read": "フィード、実行、配信先の読み取り",
      "feeds:write": "フィードと配信先の作成、変更、実行、削除",
      "webhooks:read": "Webhook エンドポイント、イベント、配信の読み取り",
      "webhooks:write": "Webhook エンドポイントの作成、変更、削除",
      "workspace:manage": "API キー、接続済みアプリ、メンバーの管理",
    },
    expires: "有効期限",
    expiresHint: "この時点でキーは使えなくなります。それまでに新しいキーに置き換えてください。",
    never: "なし",
    inDays: (days) => (days === 365 ? "1 年後" : `${countText(days, nouns.day)}後`),
    channels: "次のチャネルのみ",
    channelsHint:
      "チャネルを選択すると、キーはそのチャネルと、そのフィードおよび商品にのみアクセスでき、ワークスペースは管理できません。何も選択しない場合、キーはワークスペース全体で使えます。",
    inChannels: (count) => `対象: ${countText(count, nouns.channel)}`,
  },
  secret: {
    title: (name) => `API キー ${name}`,
    lead: "シークレットは一度しか表示されません。プログラムが読み取れる場所に保管し、ウェブページやモバイルアプリには入れないでください。紛失した場合は、新しいキーを作成してこのキーを削除してください。",
    label: "シークレット",
    how: "すべてのリクエストのヘッダーで送信します:",
  },
  remove: {
    title: (name) => `キー ${name} を削除しますか？`,
    effect:
      "このキーを使用しているプログラムは数秒以内にアクセスできなくなります。この操作は元に戻せません。商品、フィード、Webhook は変わりません。",
    lastUsed: "最終使用:",
    unused: "使用されたことはありません。",
    act: "キーを削除",
    done: (name) => `キー ${name} を削除しました。`,
  },
  empty: {
    title: "API キーはまだありません",
    sentence:
      "キーを作成すると、ショップのシステム、スクリプト、パートナーのプログラムが REST API で商品を送信し、そのステータスを読み取れます。",
  },
  onlyManagers: "API キーはワークスペース全体のものです。作成と削除ができるのはオーナーと管理者だけです。",
  apps: {
    title: "接続済みアプリ",
    lead: "このワークスペースでメンバーが自分の代わりに動作することを許可した AI クライアントなどのアプリです。アプリは任意の名前を名乗れるため、ホストを確認してください。",
    caption: "接続済みアプリ",
    columns: {
      app: "アプリ",
      person: "代理対象",
      scopes: "権限",
      connected: "接続日時",
      lastUsed: "最終使用",
      act: "操作",
    },
    revoke: "接続を解除",
    revokeNamed: (name) => `${name} の接続を解除`,
    remove: {
      title: (name) => `${name} の接続を解除しますか？`,
      effect:
        "アプリは数秒以内にアクセスできなくなり、開いている接続は閉じられます。再び使用するには、もう一度接続する必要があります。アプリが行った変更は残ります。",
      act: "アプリの接続を解除",
      done: (name) => `${name} の接続を解除しました。`,
    },
    empty: {
      title: "接続済みアプリはまだありません",
      sentence:
        "AI クライアントを接続するには、次の URL をクライアントに入力します。許可する操作を選択するページが開きます。",
    },
    address: "AI クライアント用の URL",
  },
};

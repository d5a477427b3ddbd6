import { html } from "@skucast/http-kit/html";
import type { Texts } from "../en/english.js";

export const connect: Texts["connect"] = {
  title: (host) => `${host}を接続`,
  question: (service) => `アプリを${service}に接続しますか？`,
  wantsToUse: (service) => `が、あなたの代わりに${service}を使用することを求めています。`,
  verified: "確認済み",
  callsItself: (name) => `自称は「${name}」です。`,
  website: (url) => `アプリが示すウェブサイト：${url}`,
  loopback: html`<strong>これはお使いのコンピューター上のプログラムです。</strong>
そこにあるどのプログラムもこの名前を名乗れます。ご自身で接続を開始した場合にのみ許可してください。`,
  unverified: (host) => html`<strong>このアプリは確認されていません。</strong>どのアプリもどの名前でも名乗れます。
${host}を信頼し、ご自身で接続を開始した場合にのみ許可してください。`,
  disconnectHint: "アプリの接続はいつでも解除できます。アプリが行った変更は残ります。",
  allow: "許可",
  deny: "拒否",
  signedInAs: (email) => `${email}としてログインしています。`,
  noWorkspace: (path) =>
    html`参加しているワークスペースがまだありません。続行するには<a href="${path}">ワークスペースを作成</a>してください。`,
  workspace: "ワークスペース",
  onlyWorkspace: (name, role) => html`ワークスペース：<strong>${name}</strong>（ロール：${role}）`,
  workspaceHint: "アプリがアクセスできるのはこのワークスペースだけです。",
  access: "アクセス",
  accesses: {
    chosen: ["選択した権限", "アプリが求める権限が下で選択されています。追加または解除できます。"],
    read: ["読み取り", "すべてを表示し、何も変更しません。"],
    edit: ["編集", "読み取りに加え、商品の作成、変更、削除。"],
    publish: ["公開", "編集に加え、チャネルの変更、フィードの変更と実行。"],
  },
  permissions: "権限",
  notRequested: "アプリは求めていません。",
  roleForbids: "ロールで許可されていません。",
  notIn: (workspaces) => `対象外：${workspaces}`,
  scopes: {
    "products:read": "商品の表示",
    "products:write": "商品の作成、変更、削除",
    "channels:read": "チャネルとその商品の問題の表示",
    "channels:write": "チャネルとその公開内容の作成、変更、削除",
    "feeds:read": "フィード、そのファイル、配信先の表示",
    "feeds:write": "フィードとその配信先の作成、変更、実行、削除",
    "webhooks:read": "Webhookエンドポイント、商品データを含むイベント、配信の表示",
    "webhooks:write": "データを受信するWebhookエンドポイントの作成、変更、削除",
  },
  manyRequests: "リクエストが多すぎます",
  manyRequestsSentence: "1分待ってから、アプリをもう一度接続してください。",
  impossible: "このアプリは接続できません",
  invalidRequest: (reason) => `アプリのリクエストが無効です（${reason}）。アプリに戻り、もう一度お試しください。`,
  errors: {
    invalid_client:
      "接続元のアプリが登録されていないか、登録の期限が切れています。アプリからもう一度接続してください。",
    invalid_redirect_uri: "アプリが登録していないURLへの移動を求めたため、移動しませんでした。",
    login_required:
      "アプリが確認なしに接続しようとしましたが、これは許可されていません。アプリからもう一度接続してください。",
    server_error: "サービス側でエラーが発生しました。数秒待ってから、アプリをもう一度接続してください。",
  },
  goBack: (host) => `${host}に戻る`,
};

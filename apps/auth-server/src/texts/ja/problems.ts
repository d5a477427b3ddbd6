import type { Texts } from "../en/english.js";

export const problems: Texts["problems"] = {
  titles: {
    bad_request: "不正なリクエスト",
    forbidden: "許可されていません",
    not_found: "見つかりません",
    method_not_allowed: "許可されていないメソッド",
    conflict: "競合",
    payload_too_large: "リクエストが大きすぎます",
    unsupported_media_type: "サポートされていないメディアタイプ",
    rate_limited: "リクエストが多すぎます",
    internal: "内部エラー",
    unavailable: "一時的に利用できません",
  },
  internal: "サービスでエラーが発生しました。リクエストIDを運用者にお知らせください。",
  unavailable: "サービスに必要なものに接続できません。しばらくしてからもう一度お試しください。",
  formUnreadable: "フォームを読み取れませんでした。ページをもう一度開いてください。",
  formForeign: "フォームはこのサービスのページから送信されたものではないため、何も変更されませんでした。",
  formExpired: "フォームの期限が切れたか、別のセッションのものです。ページをもう一度開いてください。",
  formChanged: "フォームが変更されています。ページをもう一度開いてください。",
  formUsed: "このフォームはすでに使用されています。ページをもう一度開いてください。",
  claims: (reason) => `組織のIDプロバイダーから、使用できない応答が返されました。${reason}`,
  noSubject: "ユーザーが示されていません（クレームsub）。",
  noEmail: "メールアドレスが示されていません（クレームemail）。",
  emailUnverified: "メールアドレスが確認されていません（クレームemail_verified）。",
  foreignDomain: "メールアドレスが、ワークスペースで所有を証明したドメインのものではありません。",
  signInExpired: "フォームの期限が切れました。もう一度ログインしてください。",
  noPage: "このページは存在しません。",
  noMail: "送信トレイにそのメールはありません。",
  methods: (methods) => `このページで使用できるのは${methods}です。`,
  linkNotOpen:
    "このリンクは無効です。使用済み、期限切れ、または新しいリンクに置き換えられています。新しいリンクをリクエストしてください。",
  manyLinks: (wait) =>
    `お使いのネットワークから無効なリンクが多数開かれました。${wait}待ってから、もう一度お試しください。`,
  manyMails: (wait) =>
    `お使いのネットワークから多数のメールがリクエストされました。${wait}待ってから、もう一度お試しください。`,
  manyInvitations: (wait) =>
    `お使いのネットワークから無効な招待リンクが多数開かれました。${wait}待ってから、もう一度お試しください。`,
  noInvitation: "この招待は無効になっています。招待した人に新しい招待を依頼してください。",
  invitationUsed: "招待はその間に使用されたか、取り消されました。",
  invitationUsedAtSignUp: "招待はその間に使用されたか取り消されたため、アカウントは作成されませんでした。",
  invitationForeign: (email) => `この招待は${email}宛てです。承諾するには、そのアカウントでログインしてください。`,
  needsInvitation:
    "アカウントの作成には招待が必要です。ワークスペースのオーナーまたは管理者にリンクを依頼してください。",
  singleSignOnOnly:
    "シングルサインオンでログインしているため、そのワークスペースのみ利用できます。この操作を行うには、ログアウトしてから、パスワードまたはパスキーでログインしてください。",
  singleSignOnChanged: "シングルサインオンの設定が変更されました。もう一度お試しください。",
  singleSignOnOrAccountChanged: "シングルサインオンの設定またはアカウントが変更されました。もう一度お試しください。",
  singleSignOnRestart: "シングルサインオンの設定がその間に変更されました。最初からやり直してください。",
  singleSignOnExpired:
    "このログインは期限切れか、使用済みか、別のブラウザーで開始されたものです。ログインページからやり直してください。",
  singleSignOnRefused:
    "IDプロバイダーでログインできなかったか、その応答を信頼できません。ログインページからやり直してください。",
  singleSignOnRemoved:
    "このワークスペースのメンバーではなくなっています。オーナーまたは管理者に再度の招待を依頼してください。",
  singleSignOnNoRole:
    "このワークスペースでのロールが組織から付与されていません。アカウントの管理者にお問い合わせください。",
  providerUnreachable: "組織のIDプロバイダーに接続できません。後でもう一度お試しください。",
  providerNotHttps: "組織のIDプロバイダーが示すアドレスはhttpsではありません。",
  passwordChanged: "別のリクエストによってパスワードが変更されたため、この変更は行われませんでした。",
  notMember: "そのワークスペースのメンバーではありません。",
  noAuthenticator: "アカウントに認証アプリがありません。",
  workspaceBeingDeleted: (workspace) => `ワークスペース${workspace}は削除中のため、参加できません。`,
  factorFirst: "先に認証アプリかパスキーを追加してください。リカバリーコードはその代わりになるものです。",
  factorsChanged: "別のリクエストによって2要素認証の設定が変更されたため、この変更は行われませんでした。",
  authenticatorInUse:
    "アカウントにはすでに認証アプリがあるか、この認証アプリは置き換えられました。アカウントをもう一度開いてください。",
  noPasskey: "アカウントにそのパスキーはありません。",
  noPasskeys: "パスキーにはHTTPSとホスト名が必要ですが、この環境にはありません。",
  requestGone:
    "このリクエストは期限切れか、別のブラウザーで開始されたものです。アプリに戻り、もう一度接続してください。",
  requestAnswered: "このリクエストにはすでに回答しています。アプリに戻り、もう一度接続してください。",
};

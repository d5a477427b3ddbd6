import type { Texts } from "../en/english.js";

export const history: Texts["history"] = {
  title: "セキュリティ履歴",
  open: "セキュリティ履歴を表示",
  sentence: "過去1年間にアカウントで行われたことを新しい順に表示します。このページを見られるのはあなただけです。",
  workspaces:
    "ワークスペースのオーナーと管理者は、パスワード、メールアドレス、2要素認証、パスキーが変更されたことと、2要素認証が有効かどうかを監査ログで確認できます。変更した場所、ログイン、ブラウザは見えません。",
  latest: (count) => `最新の${count}件だけを表示しています。`,
  unknown: "アカウントの変更",
  actions: {
    account_created: "アカウントの作成",
    signed_in: "ログイン",
    password_changed: "パスワードの変更",
    password_reset: "メールのリンクによるパスワードの再設定",
    authenticator_added: "認証アプリの追加",
    authenticator_removed: "認証アプリの削除",
    recovery_codes_replaced: "リカバリーコードの再発行",
    recovery_code_used: "リカバリーコードの使用",
    code_refused: "正しいパスワードの後に誤ったコードが入力されました",
    wrong_codes_mailed: "メール送信：正しいパスワードの後に誤ったコードが何度も入力されました",
    passkey_added: "パスキーの追加",
    passkey_removed: "パスキーの削除",
    app_connected: "アプリの接続",
    single_sign_on_connected: "シングルサインオンの接続",
    email_verified: "メールアドレスの確認",
    email_change_requested: "メールアドレスの変更の申請",
    email_changed: "メールアドレスの変更",
    session_ended: "ほかのブラウザのログアウト",
    other_sessions_ended: "ほかのすべてのブラウザのログアウト",
  },
  methods: {
    password: "パスワード",
    code: "パスワードとコード",
    passkey: "パスキー",
    single_sign_on: "シングルサインオン",
  },
  data: "あなたのデータ",
  dataHint:
    "保存されているあなたのデータ（アカウント、メンバーシップ、ブラウザ、パスキー、接続済みアプリ、セキュリティ履歴）をダウンロードできます。ワークスペースのデータは、オーナーが設定でエクスポートします。",
  download: "データをダウンロード",
};

import type { Texts } from "../worded.js";

const SIGNED_OUT = "ログアウトされました。";
const SIGN_IN_AGAIN =
  "別のタブでもう一度ログインしてから、ここに戻って再試行してください。変更内容はここに残っています。";
const CHANGED_BY_OTHERS =
  "直前に他のユーザーが変更しました。その変更がここに表示されています。確認してから再試行してください。";

export const problems: Texts["problems"] = {
  adviceFor: {
    unreachable: "接続を確認してください。変更が保存されたかどうかは不明です。再試行する前に確認してください。",
    unavailable: "サービスが混雑しているか、再起動しています。1 分待ってから再試行してください。",
    rate_limited: "ワークスペースの 1 分あたりのリクエスト数が上限に達しました。1 分待ってから再試行してください。",
    unauthorized: SIGN_IN_AGAIN,
    invalid_token: SIGN_IN_AGAIN,
    forbidden: "このワークスペースのオーナーまたは管理者に、操作の実行またはアクセス権の変更を依頼してください。",
    precondition_failed: CHANGED_BY_OTHERS,
    stale_version: CHANGED_BY_OTHERS,
    limit_reached: "使用していないものを削除してから再試行してください。",
    workspace_being_deleted: "オーナーはワークスペースの設定で削除をキャンセルできます。",
    not_found: "他のユーザーが削除した可能性があります。一覧に戻ってください。",
    internal: "リクエストではなく、サービスのエラーです。リクエスト番号をサービスの運営者に送信してください。",
  },
  sentenceFor: {
    unauthorized: SIGNED_OUT,
    invalid_token: SIGNED_OUT,
    forbidden: "役割またはチャネルの権限により、許可されていません。",
    reauthentication_required: "ログインから時間が経過しているため、本人確認が必要です。",
    confirmed_address_required: "先にメールアドレスを確認してください。登録時に届いたメールのリンクを開いてください。",
    workspace_being_deleted: "このワークスペースは削除中のため、何も変更できません。",
  },
  confirm: "新しいタブで確認してから、ここで再試行",
  openAccount: "アカウントを開いてリンクを再送信",
  pageTitle: "このページを表示できません",
  unexpected:
    "このページで問題が発生しました。再読み込みしてください。再び発生する場合は、サービスの運営者に連絡してください。",
  request: (id) => `リクエスト ${id}`,
};

import { html } from "@skucast/http-kit/html";
import type { Texts } from "../en/english.js";

export const signIn: Texts["signIn"] = {
  title: "ログイン",
  forgot: "パスワードをお忘れですか？",
  usePasskey: "パスキーを使用",
  singleSignOn: "シングルサインオンで続行",
  newHere: "初めてご利用ですか？",
  signUp: "アカウントを作成",
  signUpButton: "アカウントを作成",
  signUpSentence:
    "メールアドレスを入力してください。パスワードを選択してアカウントを作成するためのリンクを送信します。",
  invitedSentence: "招待されたアドレスに、パスワードを選択してアカウントを作成するためのリンクを送信します。",
  signUpMailed: (email, minutes) =>
    `${email}にメールを送信しました。メール内のリンクの有効期間は${minutes}分です。新しいメールが届かない場合は、お手元の最新のメールを使用するか、迷惑メールフォルダーを確認するか、別のアドレスをお試しください。`,
  startedElsewhere: (device, ip, time) =>
    `この登録は別のブラウザーで開始されました：${device}、IPアドレス${ip}、${time}。ご自身で開始した場合のみ続行してください。`,
  alreadyAccount: "すでにアカウントをお持ちです",
  alreadyAccountSentence: (email) =>
    `${email}にはすでにアカウントがあります。ログインしてください。パスワードがわからない場合は、ログインページで新しいパスワードを選択してください。`,
  haveAccount: "すでにアカウントをお持ちですか？",
  yourName: "お名前",
  invitedTo: (workspace) => html`<strong>${workspace}</strong>に招待されています。`,
  invitedEmail: "招待はこのメールアドレスに送信されました。",
  workspaceHint: "会社名やショップ名など。後で追加できます。",
  enterCode: "コードを入力",
  startAgain: "最初からやり直す",
  signOut: "ログアウト",
  signOutQuestion: "ログアウトしますか？",
  signedInAs: (email) => `このブラウザーでは${email}としてログインしています。接続したアプリは接続されたままです。`,
  staySignedIn: "ログインしたままにする",
  signedOut: "ログアウトしました",
  signedOutSentence: "このブラウザーからログアウトしました。",
  signInAgain: "もう一度ログイン",
  noMails: "この環境ではメールを送信していません。メールサーバーの設定を運用者に依頼してください。",
  forgotSentence: "アカウントのアドレスを入力してください。新しいパスワードを選択するためのリンクを送信します。",
  sendLink: "リンクを送信",
  mailLimit: (max) => `届かない場合は、1 時間に ${max} 回まで再送信できます。以前のメールのリンクも引き続き使えます。`,
  sendAgain: "再送信",
  requestedAgain: "再送信を受け付けました。届くまで数分かかることがあります。",
  checkMail: "メールをご確認ください",
  linkSent: (email, minutes) =>
    `${email}にアカウントがある場合、リンクを送信しました。リンクの有効期間は${minutes}分です。メールが届かない場合は、迷惑メールフォルダーを確認するか、別のアドレスをお試しください。`,
  choosePassword: "新しいパスワードを選択",
  forAccount: (email) => `アカウント：${email}`,
  unprovenReset:
    "このアカウントのアドレスは確認されたことがないため、他の人が作成した可能性があります。新しいパスワードを設定すると、パスキーとコードが削除され、接続されたアプリ、APIキー、取得用の認証情報、未承諾の招待も取り消されます。",
  firstProof:
    "このアカウントのアドレスは確認されたことがなかったため、他の人が作成した可能性があります。パスキーとコードを削除し、接続されたアプリ、APIキー、取得用の認証情報、未承諾の招待を取り消しました。Webhookエンドポイント、配信先、シングルサインオンは残っています。ダッシュボードでご確認ください。",
  fellowMembers:
    "次の人もあなたのアカウントのワークスペースを使用できます。心当たりのない人は、ダッシュボードで削除してください：",
  addedSince: (time) => `${time}以降にアカウントに追加された次のものも削除されます。`,
  addedRemoved: "次のものが削除されました。",
  addedRecoveryCodes: "リカバリーコード",
  changePassword: "パスワードを変更",
  passwordChanged: "パスワードが変更されました",
  passwordChangedSentence:
    "すべてのブラウザーからログアウトし、接続されたアプリのアクセスを終了しました。新しいパスワードでログインしてください。アプリを再び使うには、アプリから接続し直してください。",
  keysKept:
    "APIキーはワークスペースに属しているため、引き続き使用できます。ダッシュボードの「APIキー」でご確認ください。",
  resetEnds:
    "新しいパスワードを設定すると、すべてのブラウザーからログアウトし、接続されたアプリのアクセスが終了します。",
  confirmEmail: "メールアドレスの確認",
  confirmEmailSentence: (email) => `${email}がご自身のアドレスであることを確認してください。`,
  confirmEmailButton: "このアドレスを確認",
  confirmSignedIn: "確認するには、このアカウントにログインしてください。",
  accountOfAnother:
    "他の人があなたのアドレスでアカウントを作成した場合は、代わりに新しいパスワードを設定してください。その人はログアウトされ、パスキーとコードが削除され、アプリ、APIキー、招待が取り消されます。",
  emailConfirmed: "アドレスが確認されました",
  emailConfirmedSentence: (email) => `${email}はアカウントの確認済みアドレスです。`,
  changeEmail: "メールアドレスの変更",
  changeEmailSentence: (email) =>
    `アカウントのアドレスを${email}に変更することを確認してください。両方のアドレスで確認されると変更されます。`,
  changeEmailButton: "変更を確認",
  emailHalf: ["確認しました", "もう一方のアドレスでも確認されると、アドレスが変更されます。"],
  emailChanged: ["メールアドレスが変更されました", "今後は新しいアドレスでログインしてください。"],
  emailTaken: ["アドレスは変更されませんでした", "新しいアドレスは別のアカウントのものです。"],
  singleSignOnTitle: "シングルサインオン",
  singleSignOnSentence: "組織から付与されたアカウントでログインしてください。",
  continue: "続行",
  withPassword: "パスワードまたはパスキーでログイン",
  confirmIdentity: "ご本人の確認",
  needsRecent: (email) => `この操作には最近のログインが必要です。${email}としてログインしています。`,
  needsPasskey: (email) =>
    `${email}としてパスワードのみでログインしています。ログイン方法を変更するには、パスキーを使用してください。`,
  orRecoveryCode: "パスキーが手元にない場合は、パスワードとリカバリーコードを入力してください。",
  needsRecentSingleSignOn: (email) =>
    `この操作には最近のログインが必要です。シングルサインオンで${email}としてログインしています。`,
  confirm: "確認",
  confirmWithPasskey: "パスキーで確認",
  singleSignOnAccount: (workspace) =>
    `シングルサインオンで${workspace === null ? "" : `${workspace}に`}ログインしています。このセッションは最長12時間で終了します。ほかのワークスペースは利用できず、アカウントの変更もできません。それらを行うには、ログアウトしてから、パスワードまたはパスキーでログインしてください。`,
  openWorkspace: (workspace) => `${workspace}を開く`,
  continueAt: (host) => `${host}で続行`,
  leaving: (workspace, host) => `${host}で${workspace}にログインします。ブラウザーが移動します。`,
  connectAccount: "アカウントの接続",
  connectAccountSentence: (email, workspace) =>
    `${email}にはすでにアカウントがあります。${workspace}のシングルサインオンと接続するには、パスワードまたはパスキーで一度ログインし、同じブラウザーでシングルサインオンを続行してください。`,
  otherAccount: "別のアカウントでログインしています。先にログアウトしてください。",
  signInToConnect: "ログインして接続",
  newPasskey: "パスキーを追加",
  newPasskeySentence:
    "パスキーでは、指紋、顔、またはデバイスのPINでログインできます。パスワードとコードの代わりになり、偽サイトでは使用できません。",
  needsScript: "パスキーにはJavaScriptが必要です。",
  passkeyName: "パスキーの名前",
  passkeyNameHint: "デバイス名など、見分けやすい名前。",
  invitation: {
    title: (workspace) => `${workspace}への招待`,
    join: (workspace) => `${workspace}に参加`,
    invites: (inviter, email, workspace) =>
      html`${inviter}が<strong>${email}</strong>をワークスペース<strong>${workspace}</strong>に招待しています。`,
    byKey: "ワークスペースのAPIキー",
    role: (sentence) => `ロール：${sentence}。`,
    roles: {
      owner: "オーナー：オーナーの追加と削除を含むすべて",
      admin: "管理者：メンバー、キー、接続されたアプリを含むすべて",
      editor: "編集者：商品、チャネル、フィードの表示と変更",
      viewer: "閲覧者：商品、チャネル、フィード、Webhookの表示のみ",
    },
    restricted: (_, channels) => `対象は${channels}と、そのフィード、問題、ファイルに限られます。`,
    expires: (date) => `招待は1回だけ使用でき、${date}に期限が切れます。`,
    accept: "承諾",
    otherPerson: (signedIn, invited) => `${signedIn}としてログインしていますが、招待されたのは${invited}です。`,
    signIn: "ログインして承諾",
    signUp: "アカウントを作成して承諾",
  },
};

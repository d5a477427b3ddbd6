import { SERVICE_NAME } from "@skucast/contracts/service";
import type { Texts } from "../en/english.js";

const onceForHours = (hours: number) => `リンクは1回だけ、${hours}時間有効です。`;

export const mails: Texts["mails"] = {
  signUp: {
    subject: "アカウントの作成を完了してください",
    sentences: (minutes) => [
      `次のページを開いてパスワードを選択し、${SERVICE_NAME}のアカウントを作成してください。`,
      `リンクは1回だけ、${minutes}分間有効です。`,
    ],
    button: "アカウントを作成",
    closing: "心当たりがない場合は、このメールを無視してください。何も作成されていません。",
  },
  accountExists: {
    subject: "すでにアカウントをお持ちです",
    sentences: [
      `このアドレスで${SERVICE_NAME}のアカウントを作成するリクエストを受け付けました。このアドレスにはすでにアカウントがあるため、何も変更していません。`,
      "ログインしてください。パスワードがわからない場合は、ログインページから新しいパスワードを選択してください。",
    ],
    button: "ログイン",
    closing: "心当たりがない場合は、このメールを無視してください。",
  },
  verifyEmail: {
    subject: "メールアドレスをご確認ください",
    sentences: (hours) => [
      `このアドレスでメールを受信していることをご確認ください。${SERVICE_NAME}はこのアドレスを、パスワードの再設定とアカウントの変更のお知らせに使用します。`,
      onceForHours(hours),
    ],
    button: "このアドレスを確認",
    closing: "アカウントを作成していない場合は、このメールを無視してください。",
  },
  resetPassword: {
    subject: "パスワードの再設定",
    sentences: (minutes) => [
      "アカウントのパスワードを再設定するリクエストを受け付けました。",
      `リンクは1回だけ、${minutes}分間有効です。新しいパスワードを選択するまで、パスワードは変わりません。`,
    ],
    button: "新しいパスワードを選択",
    closing: "心当たりがない場合は、このメールを無視してください。メールを受信できなければ、リンクは使用できません。",
  },
  invitation: {
    subject: (workspace) => `${SERVICE_NAME}：ワークスペース「${workspace}」への招待`,
    byKey: "ワークスペースのAPIキー",
    sentences: (inviter, workspace, role, days) => [
      `${inviter}から、ワークスペース${workspace}に${role}として招待されています。`,
      `リンクは1回だけ、${days}日間有効です。`,
    ],
    button: "招待を表示",
    closing: "送信者に心当たりがない場合は、このメールを無視してください。",
  },
  newDevice: {
    subject: "アカウントへの新しいログイン",
    sentences: ["これまで使用されていなかったブラウザーで、アカウントが使用されました。"],
    button: "ブラウザーを確認",
    closing: "心当たりがない場合は、そのブラウザーをログアウトし、パスワードを変更してください。",
  },
  appConnected: {
    subject: "アプリがアカウントに接続されました",
    sentence: (workspace) => `アプリが${workspace}であなたの代わりに操作できるようになりました。期間は最長1年です。`,
    app: "アプリ",
    button: "アプリを確認",
    closing: "心当たりがない場合は、アプリの接続を解除し、パスワードを変更してください。",
  },
  credentialsChanged: {
    button: "アカウントを確認",
    undo: {
      sentence: (days) =>
        `心当たりがない場合は、${days}日以内にボタンを使用してください。新しいパスワードを選択でき、すべてのブラウザーからログアウトし、接続されたアプリはアクセスできなくなり、それ以降に追加されたパスキー、認証アプリ、リカバリーコードが削除されます。`,
      button: "心当たりがありません",
      closing: "ご自身による変更であれば、何もする必要はありません。",
    },
    closing: "心当たりがない場合は、すぐにパスワードを再設定し、ほかのすべてのブラウザーからログアウトしてください。",
    closingOfFormerAddress:
      "心当たりがない場合は、新しいアドレスと現在のパスワードでログインし、すぐにパスワードを変更してください。ログインできない場合は、ワークスペースのオーナーまたはこのサービスの運営者に連絡してください。このアドレスからは、パスワードを再設定できなくなりました。",
    changes: {
      password_changed: {
        subject: "パスワードが変更されました",
        sentence: "アカウントのパスワードが変更されました。ほかのすべてのブラウザーからログアウトしました。",
      },
      password_reset: {
        subject: "パスワードが再設定されました",
        sentence:
          "メールのリンクからアカウントのパスワードが再設定されました。すべてのブラウザーからログアウトし、接続されたアプリのアクセスを終了しました。アプリを再び使うには、アプリから接続し直してください。",
      },
      authenticator_added: {
        subject: "認証アプリが追加されました",
        sentence: "アカウントへのログインに認証アプリのコードが必要になりました。",
      },
      authenticator_removed: {
        subject: "認証アプリが削除されました",
        sentence: "アカウントへのログインにコードは不要になりました。",
      },
      recovery_codes_replaced: {
        subject: "リカバリーコードが置き換えられました",
        sentence: "アカウントのリカバリーコードが新しくなりました。以前のコードは使用できません。",
      },
      passkey_added: {
        subject: "パスキーが追加されました",
        sentence: "パスキーでアカウントにログインできるようになりました。",
      },
      passkey_removed: {
        subject: "パスキーが削除されました",
        sentence: "アカウントからパスキーが削除され、ログインに使用できなくなりました。",
      },
      single_sign_on_connected: {
        subject: "シングルサインオンがアカウントに接続されました",
        sentence:
          "ワークスペースのIDプロバイダーが、あなたのアカウントでそのワークスペースにログインできるようになりました。",
      },
      email_changed: {
        subject: "メールアドレスが変更されました",
        sentence: "アカウントのメールアドレスが新しくなりました。",
      },
    },
  },
  recoveryCodeUsed: {
    subject: "リカバリーコードが使用されました",
    sentence: "2つ目の認証要素の代わりにリカバリーコードが使用されました。このコードは二度と使用できません。",
    left: (count) =>
      count === 0
        ? "リカバリーコードが残っていません。新しいコードを作成してください。"
        : `残りのリカバリーコード：${count}件。デバイスを紛失した場合は、アカウントから削除してください。`,
    button: "アカウントを確認",
  },
  wrongCodes: {
    subject: "パスワードが別の人に知られている可能性があります",
    sentences: [
      "正しいパスワードが入力された後に、認証アプリのコードまたはリカバリーコードが何度も間違って入力されました。これらのコードではアカウントにサインインされていません。",
      "心当たりがない場合は、別の人があなたのパスワードを知っています。今すぐ変更してください。同じパスワードをほかでも使っている場合は、そちらも変更してください。",
    ],
    button: "パスワードを変更",
    closing: "ご自身でコードを打ち間違えた場合は、このメールを無視してください。このメールの送信は1日1回までです。",
  },
  accountDeleted: {
    subject: "アカウントが削除されました",
    sentence: `${SERVICE_NAME}のアカウントが、認証情報、セッション、メンバーシップとともに削除されました。元に戻すことはできません。`,
    button: `${SERVICE_NAME}を開く`,
    closing:
      "心当たりがない場合は、別の人がアカウントにアクセスしていました。ワークスペースのオーナーまたはこのサービスの運営者に連絡してください。",
  },
  changeEmail: {
    subject: "アカウントの新しいメールアドレスをご確認ください",
    toNewAddress: "これがアカウントの新しいアドレスであることをご確認ください。",
    toPresentAddress: (email) => `${email}がアカウントの新しいアドレスであることをご確認ください。`,
    sentences: (hours) => ["両方のアドレスで確認されると、アドレスが変更されます。", onceForHours(hours)],
    button: "変更を確認",
    closingOfNewAddress: "心当たりがない場合は、このメールを無視してください。",
    closingOfPresentAddress: "心当たりがない場合は、このメールを無視し、パスワードを変更してください。",
  },
  workspaceDeletion: {
    subject: (workspace) => `${SERVICE_NAME}：ワークスペース「${workspace}」は削除されます`,
    sentences: (person, workspace) => [
      `${person}がワークスペース${workspace}の削除をリクエストしました。削除されるまでは閲覧できますが、変更はできません。`,
      "それまでは、どのオーナーでも削除を取り消せます。",
    ],
    button: "削除を確認",
    deletedAt: "削除日時",
    cancelledSubject: (workspace) => `${SERVICE_NAME}：ワークスペース「${workspace}」は削除されません`,
    cancelledSentences: (person, workspace) => [`${person}がワークスペース${workspace}の削除を取り消しました。`],
    cancelledButton: "ワークスペースを開く",
    closing: "このメールは、ワークスペースのオーナーであるため送信されています。",
  },
  domainProof: {
    missing: {
      subject: (domain) => `${domain}の証明が見つかりません`,
      sentence: (domain, workspace) =>
        `${domain}がワークスペース${workspace}のものであることを証明するDNSレコードまたはファイルが見つかりません。もう一度公開してください。公開されない場合、下記の日時に証明は終了します。`,
      uses: {
        single_sign_on: "終了すると、このドメインのアドレスではシングルサインオンを使用できなくなります。",
        directory: "終了すると、このドメインにリンクする商品は公開ディレクトリに表示されなくなります。",
      },
    },
    ended: {
      subject: (domain) => `${domain}の証明が終了しました`,
      sentence: (domain, workspace) =>
        `${domain}がワークスペース${workspace}のものであることを証明するDNSレコードまたはファイルが、長期間見つかりませんでした。再び使用するには、公開してからドメインをもう一度確認してください。`,
      uses: {
        single_sign_on: "このドメインのアドレスではシングルサインオンを使用できません。",
        directory: "このドメインにリンクする商品は公開ディレクトリに表示されません。",
      },
    },
    taken: {
      subject: (domain) => `別のワークスペースが${domain}を証明しました`,
      sentence: (domain, workspace) =>
        `別のワークスペースが${domain}のDNSレコードを公開したため、ワークスペース${workspace}の証明は終了しました。再び使用するには、設定に表示される新しいレコードを公開し、確認してください。`,
      uses: {
        single_sign_on: "このドメインのアドレスではシングルサインオンを使用できません。",
        directory: "このドメインにリンクする商品は公開ディレクトリに表示されません。",
      },
    },
    endsAt: "証明の終了日時",
    button: "ドメインを確認",
  },
  facts: { what: "内容", browser: "ブラウザー", ipAddress: "IPアドレス", unknown: "不明", time: "日時" },
};

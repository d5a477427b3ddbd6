import type { Texts } from "../worded.js";

type Client = Texts["aiClients"]["clients"][number];

const clients: readonly Client[] = [
  {
    name: "Claude (ウェブ、デスクトップ、モバイル)",
    steps: [
      "設定の「Connectors」で「Add custom connector」を開きます。名前を入力し、URL を貼り付けて「Add」を選択します。",
      "「Connect」を選択します。ここでページが開き、クライアントに許可する操作を選択できます。詳細設定のクライアント ID とシークレットは空のままにします。",
    ],
  },
  {
    name: "Claude Code",
    steps: [
      "次のコマンドを実行します。その後、Claude Code で /mcp と入力し、skucast、Authenticate の順に選択します。ブラウザが開きます。",
    ],
    text: (url) => `claude mcp add --transport http skucast ${url}`,
  },
  {
    name: "ChatGPT",
    steps: [
      "設定の「Apps & Connectors」で「Advanced settings」を開き、「Developer mode」をオンにします。",
      "「Create」を選択し、MCP サーバーの URL を貼り付け、OAuth を選んで「Create」を選択します。ChatGPT がここでページを開きます。",
    ],
  },
  {
    name: "Cursor",
    steps: [
      "プロジェクトの .cursor/mcp.json または ~/.cursor/mcp.json に次の内容を追加します。",
      "サーバーの横にある「Needs login」をクリックします。",
    ],
    text: (url) => JSON.stringify({ mcpServers: { skucast: { url } } }, null, 2),
  },
  {
    name: "VS Code",
    steps: [
      ".vscode/mcp.json に次の内容を追加するか、コマンド「MCP: Add Server…」を使用します。",
      "サーバーを初めて使用するとき、VS Code がブラウザを開いてよいか確認します。",
    ],
    text: (url) => JSON.stringify({ servers: { skucast: { type: "http", url } } }, null, 2),
  },
  {
    name: "独自のプログラム",
    steps: [
      "「API キー」でキーを作成します。キーを持つ人は誰でも使用できるため、自分のプログラムだけで使用してください。",
      "キーをヘッダーとして送信します。たとえば Claude Code では次のとおりです。",
    ],
    text: (url) => `claude mcp add --transport http skucast ${url} --header "Authorization: Bearer $KEY"`,
  },
];

export const aiClients: Texts["aiClients"] = {
  title: "AI クライアントを接続",
  lead: "AI クライアントが商品の検索、確認、変更、フィードの実行、結果の読み取りを行えるようにします。クライアントは 1 つのワークスペースで、付与された権限の範囲内で、あなたとして動作します。",
  address: "URL",
  addressHow: "クライアントに必要なのはこの URL だけです。ここでページが開き、許可する操作を選択できます。",
  clients,
  copyFor: (name) => `${name} 用にコピー`,
  after: "接続した後",
  afterHow: "接続したクライアントは「API キー」の「接続済みアプリ」に表示されます。いつでもそこで接続を解除できます。",
  toApps: "接続済みアプリ",
};

import type { Texts } from "../worded.js";
import { aiClients } from "./ai-clients.js";
import { apiKeys } from "./api-keys.js";
import { auditLog } from "./audit-log.js";
import { channelProfiles } from "./channel-profiles.js";
import { channels } from "./channels.js";
import { destinations } from "./destinations.js";
import { feeds } from "./feeds.js";
import { firstView } from "./first-view.js";
import { forms } from "./forms.js";
import { imports } from "./imports.js";
import { lookupTables } from "./lookup-tables.js";
import { members } from "./members.js";
import { productPages } from "./product-pages.js";
import { rules } from "./rules.js";
import { runs } from "./runs.js";
import { schedules } from "./schedules.js";
import { settings } from "./settings.js";
import { sources } from "./sources.js";
import { webhooks } from "./webhooks.js";

/**
 * The Japanese texts, in the polite form (です, ます), with a space between Japanese and Latin letters, like Stripe.
 * Buttons and titles end in a noun. A message of a field can stand alone and after the field's name.
 *
 * Terms: product 商品, variant バリエーション, channel チャネル, feed フィード, run 実行, held 保留, release 保留を解除,
 * discard 破棄, guard 安全チェック, live file 公開中のファイル, source 取得元, import インポート, webhook Webhook,
 * endpoint エンドポイント, delivery 配信, attempt 試行, recovery 回復, replay 再送, destination 配信先,
 * pull credential 取得用の認証情報, rule ルール, override チャネル別の値, lookup table 対応表, issue 問題, fault エラー,
 * workspace ワークスペース, stock 在庫, delete 削除, undo 元に戻す.
 */
export const japanese: Texts = {
  ...firstView,
  aiClients,
  apiKeys,
  auditLog,
  channelProfiles,
  channels,
  destinations,
  feeds,
  forms,
  imports,
  lookupTables,
  members,
  productPages,
  rules,
  runs,
  schedules,
  settings,
  sources,
  webhooks,
};

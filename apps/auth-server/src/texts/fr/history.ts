import type { Texts } from "../en/english.js";

export const history: Texts["history"] = {
  title: "Historique de sécurité",
  open: "Voir votre historique de sécurité",
  sentence:
    "Ce qui s'est passé sur votre compte au cours de l'année écoulée, du plus récent au plus ancien. Vous seul voyez cette page.",
  workspaces:
    "Les propriétaires et administrateurs de vos espaces de travail voient dans le journal d'audit que vous avez modifié votre mot de passe, votre adresse, votre second facteur ou vos clés d'accès, et si vous avez un second facteur. Ils ne voient pas d'où, ni vos connexions, ni vos navigateurs.",
  latest: (count) => `Seules les ${count} entrées les plus récentes sont affichées.`,
  unknown: "Compte modifié",
  actions: {
    account_created: "Compte créé",
    signed_in: "Connexion",
    password_changed: "Mot de passe modifié",
    password_reset: "Mot de passe réinitialisé par un lien envoyé par e-mail",
    authenticator_added: "Application d'authentification ajoutée",
    authenticator_removed: "Application d'authentification supprimée",
    recovery_codes_replaced: "Codes de récupération remplacés",
    recovery_code_used: "Code de récupération utilisé",
    code_refused: "Code erroné saisi après le bon mot de passe",
    wrong_codes_mailed: "E-mail envoyé : plusieurs codes erronés après le bon mot de passe",
    passkey_added: "Clé d'accès ajoutée",
    passkey_removed: "Clé d'accès supprimée",
    app_connected: "Application connectée",
    single_sign_on_connected: "Authentification unique associée",
    email_verified: "Adresse e-mail confirmée",
    email_change_requested: "Changement d'adresse e-mail demandé",
    email_changed: "Adresse e-mail modifiée",
    session_ended: "Autre navigateur déconnecté",
    other_sessions_ended: "Tous les autres navigateurs déconnectés",
  },
  methods: {
    password: "avec le mot de passe",
    code: "avec le mot de passe et un code",
    passkey: "avec une clé d'accès",
    single_sign_on: "avec l'authentification unique",
  },
  data: "Vos données",
  dataHint:
    "Téléchargez ce qui est enregistré à votre sujet : votre compte, vos adhésions, navigateurs, clés d'accès, applications connectées et l'historique de sécurité. Les propriétaires exportent dans les paramètres ce qui appartient à un espace de travail.",
  download: "Télécharger vos données",
};

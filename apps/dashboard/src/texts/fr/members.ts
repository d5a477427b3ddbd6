import type { Texts } from "../worded.js";

export const members: Texts["members"] = {
  title: "Membres",
  lead: "Les personnes qui ont accès à cet espace de travail. Les modifications prennent effet en quelques secondes, même dans les sessions ouvertes.",
  caption: "Membres de cet espace de travail",
  columns: { person: "Personne", role: "Rôle", channels: "Canaux", since: "Depuis", act: "Actions" },
  roles: {
    owner: "Propriétaire : tout, y compris ajouter et retirer des propriétaires",
    admin: "Administrateur : tout, sauf ajouter et retirer des propriétaires",
    editor: "Éditeur : consulte et modifie les produits, les canaux, les flux et les webhooks",
    viewer: "Lecteur : consulte les produits, les canaux, les flux et les webhooks",
  },
  roleNames: { owner: "Propriétaire", admin: "Administrateur", editor: "Éditeur", viewer: "Lecteur" },
  allChannels: "Tous",
  you: "vous",
  invite: "Inviter un membre",
  change: "Changer le rôle",
  changeNamed: (name) => `Changer le rôle : ${name}`,
  remove: "Retirer",
  removeNamed: (name) => `Retirer ${name}`,
  leave: "Quitter l'espace de travail",
  editing: {
    title: (name) => `Rôle : ${name}`,
    role: "Rôle",
    act: "Changer le rôle",
    done: (name) => `Rôle modifié : ${name}.`,
    channels: "Uniquement ces canaux",
    channelsHint: "Si vous n'en sélectionnez aucun, le membre a accès à tout l'espace de travail.",
  },
  removing: {
    title: (name) => `Retirer ${name} ?`,
    effect:
      "Cette personne perd l'accès en quelques secondes, et les applications qu'elle a connectées sont déconnectées. Ce qu'elle a mis en place reste et continue de fonctionner : clés API, accès de récupération, sources, destinations et points de terminaison webhook. Supprimez les clés qu'elle pourrait connaître et vérifiez où les données sont envoyées.",
    review: "Voir ce que cette personne a fait",
    act: "Retirer le membre",
    done: (name) => `${name} a été retiré.`,
    leaveTitle: "Quitter cet espace de travail ?",
    leaveEffect:
      "Vous perdez l'accès immédiatement, et les applications que vous avez connectées sont déconnectées. Pour revenir, il vous faudra une nouvelle invitation.",
    leaveAct: "Quitter l'espace de travail",
  },
  inviting: {
    title: "Inviter un membre",
    lead: "La personne reçoit un e-mail avec un lien. Le lien fonctionne une fois, pour cette adresse e-mail, pendant sept jours.",
    email: "Adresse e-mail",
    act: "Envoyer l'invitation",
    linkTitle: "Invitation envoyée",
    linkLead:
      "Si aucun e-mail n'arrive, envoyez ce lien par un moyen de confiance. Il n'est affiché qu'une seule fois. Si vous invitez de nouveau la même adresse e-mail, un nouveau lien remplace celui-ci.",
    link: "Lien",
  },
  invitations: {
    title: "Invitations en attente",
    caption: "Invitations en attente",
    columns: { email: "Adresse e-mail", role: "Rôle", expires: "Expire", act: "Actions" },
    withdraw: "Retirer",
    withdrawNamed: (email) => `Retirer l'invitation : ${email}`,
    withdrawTitle: (email) => `Retirer l'invitation de ${email} ?`,
    effect: "Le lien d'invitation ne fonctionnera plus.",
    act: "Retirer l'invitation",
    done: (email) => `Invitation de ${email} retirée.`,
    none: "Aucune invitation en attente.",
  },
  onlyManagers:
    "Seuls les propriétaires et les administrateurs peuvent voir et modifier les membres. Vous pouvez quitter l'espace de travail ici.",
};

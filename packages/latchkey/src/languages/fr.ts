import type { Texts } from '../types/texts.ts'

/** The French texts. They address the user as "vous". */
const french: Texts = {
  lang: 'fr',
  dir: 'ltr',
  signIn: {
    title: 'Se connecter',
    with: (provider) => `Se connecter avec ${provider}`,
    or: 'ou',
    lastUsed: 'Dernière utilisée',
    offline: 'Vous êtes hors ligne. Vérifiez votre connexion, puis réessayez.',
  },
  signInErrors: {
    AccountExists: 'Vous avez déjà un compte. Connectez-vous ou réinitialisez votre mot de passe.',
    AccountNotLinked:
      'Cette clé d’accès ou cette adresse e-mail appartient à un autre compte. Connectez-vous avec la méthode que vous avez utilisée la première fois.',
    Configuration:
      'Un problème est survenu de notre côté. Veuillez réessayer ou choisir une autre méthode de connexion.',
    CredentialsSignin: 'Ces informations sont incorrectes. Vérifiez-les et réessayez.',
    Default: 'La connexion a échoué. Veuillez réessayer.',
    EmailSignInError:
      'L’e-mail n’a pas pu être envoyé. Vérifiez l’adresse. Si elle est correcte, réessayez plus tard ou choisissez une autre méthode de connexion.',
    MissingCSRF: 'Ce formulaire a expiré ou a été ouvert à une autre adresse. Veuillez réessayer.',
    MissingCookie:
      'Votre navigateur n’a pas envoyé le cookie nécessaire à la connexion. Autorisez les cookies pour ce site, puis reconnectez-vous dans cette fenêtre.',
    OAuthAccountNotLinked:
      'Ce compte n’est pas encore associé. Connectez-vous avec la méthode que vous avez utilisée la première fois.',
    OAuthCallbackError:
      'Le fournisseur ne vous a pas connecté. Réessayez, ou utilisez un autre compte ou une autre méthode de connexion.',
    PhoneSignInError:
      'Le code n’a pas pu être envoyé. Saisissez le numéro avec l’indicatif du pays, par exemple +49 151 23456789. S’il est correct, réessayez plus tard ou choisissez une autre méthode de connexion.',
    ServiceUnavailable:
      'Cette méthode de connexion n’est pas disponible pour le moment. Réessayez dans quelques secondes ou choisissez-en une autre.',
    SessionRequired: 'Veuillez vous connecter pour afficher cette page.',
    SignInExpired:
      'Cette connexion a pris trop de temps ou a été terminée ailleurs. Veuillez vous reconnecter.',
    TooManyRequests: 'Trop de tentatives. Veuillez patienter 15 minutes, puis réessayer.',
  },
  signOut: {
    title: 'Se déconnecter',
    question: 'Voulez-vous vous déconnecter\u00a0?',
    button: 'Se déconnecter',
    stay: 'Rester connecté',
  },
  email: {
    label: 'Adresse e-mail',
    sendLink: 'Recevoir un lien de connexion par e-mail',
    sendCode: 'Recevoir un code par e-mail',
  },
  phone: {
    label: 'Numéro de téléphone avec indicatif du pays',
  },
  credentials: {
    username: 'Nom d’utilisateur',
    password: 'Mot de passe',
    button: 'Se connecter',
    withPassword: 'Se connecter avec un mot de passe',
    forgotPassword: 'Mot de passe oublié\u00a0?',
    showPassword: 'Afficher le mot de passe',
    hidePassword: 'Masquer le mot de passe',
  },
  webauthn: {
    add: 'Ajouter une clé d’accès',
    cancelled: 'Aucune clé d’accès n’a été utilisée. Réessayez ou choisissez une autre méthode de connexion.',
    alreadyRegistered: 'Vous avez déjà une clé d’accès sur cet appareil.',
    refused: 'Les informations saisies n’ont pas été acceptées. Vérifiez-les et réessayez.',
    failed:
      'La clé d’accès n’a pas pu être utilisée. Réessayez ou choisissez une autre méthode de connexion.',
    unsupported:
      'Ce navigateur ne prend pas en charge les clés d’accès. Choisissez une autre méthode de connexion ou utilisez un navigateur plus récent.',
    noScript:
      'Les clés d’accès nécessitent JavaScript. Activez JavaScript ou choisissez une autre méthode de connexion.',
  },
  verify: {
    title: 'Confirmez votre identité',
    totp: 'Saisissez le code que votre application d’authentification affiche pour ce site.',
    recoveryCode: 'Saisissez l’un de vos codes de récupération.',
    orRecoveryCode: 'Si vous n’avez pas votre application, saisissez l’un de vos codes de récupération.',
    code: 'Code',
    passkey: 'Utiliser une clé d’accès',
    stepUp: 'L’étape suivante demande plus de sécurité.',
    failed: 'Ce code est incorrect ou a déjà été utilisé. Attendez le suivant et réessayez.',
    trustDevice: (days) =>
      days === '1'
        ? 'Ne pas demander sur cet appareil pendant 1 jour'
        : `Ne pas demander sur cet appareil pendant ${days} jours`,
    button: 'Continuer',
  },
  interruptedForm: {
    title: 'Reprendre là où vous en étiez',
    body: 'Merci. Votre saisie a été conservée. Envoyez-la maintenant, ou revenez en arrière sans l’envoyer.',
    button: 'Continuer',
    lostTitle: 'Veuillez remplir à nouveau le formulaire',
    lost: 'Votre saisie n’a pas été conservée, a expiré ou a déjà été envoyée. Rien n’a été envoyé une seconde fois.',
    back: 'Retour',
  },
  enroll: {
    title: 'Configurer la validation en deux étapes',
    scan: 'Scannez ce code QR avec une application d’authentification.',
    qr: 'Code QR contenant la clé pour une application d’authentification',
    secret: 'Si vous ne pouvez pas le scanner, saisissez cette clé dans l’application\u00a0:',
    confirm: 'Saisissez le code affiché par l’application.',
    failed:
      'Ce code est incorrect. Vérifiez l’heure de votre appareil, attendez le code suivant et réessayez.',
    button: 'Continuer',
  },
  recoveryCodes: {
    title: 'Vos codes de récupération',
    keep: 'Conservez ces codes en lieu sûr. Sans votre application d’authentification, chacun d’eux vous permet de vous connecter une fois. Ils ne s’affichent que maintenant.',
    left: (count) => {
      if (count === '0')
        return 'Vous n’avez plus de codes de récupération. Créez-en de nouveaux dans votre compte.'
      const codes = count === '1' ? '1 code' : `${count} codes`
      return `Il vous reste ${codes} de récupération. Créez-en de nouveaux dans votre compte.`
    },
    button: 'Continuer',
  },
  verifyRequest: {
    title: 'Consultez votre messagerie',
    body: 'Un lien de connexion vous a été envoyé. Ouvrez-le dans ce navigateur. S’il n’arrive pas, vérifiez votre dossier de courrier indésirable.',
    phoneTitle: 'Consultez votre téléphone',
    sent: (address) =>
      `Un code a été envoyé à ${address}. Saisissez-le ici, dans ce navigateur, dans les 10 minutes.`,
    orLink: 'Vous pouvez aussi ouvrir le lien contenu dans l’e-mail.',
    code: 'Code',
    button: 'Se connecter',
    failed: 'Ce code est incorrect ou a expiré. Réessayez ou demandez-en un autre.',
    again: 'Envoyer un autre code',
  },
  confirmLink: {
    title: 'Se connecter',
    body: (email) =>
      `Ce lien vous connecte en tant que ${email}. Continuez seulement si vous l’avez demandé.`,
    button: 'Se connecter',
  },
  signUp: {
    title: 'Créer un compte',
    linked: (email) => `Votre adresse ${email} est confirmée. Choisissez un mot de passe.`,
    lost: 'Ce lien ou ce code n’est plus valable. Veuillez recommencer.',
    button: 'Créer un compte',
    signIn: 'J’ai déjà un compte',
  },
  confirmSignUp: {
    title: 'Confirmez votre adresse',
    body: (email) => `Saisissez le code de l’e-mail envoyé à ${email}.`,
    code: 'Code',
    failed: 'Ce code est incorrect ou a expiré. Réessayez ou demandez-en un autre.',
    button: 'Créer un compte',
    again: 'Utiliser une autre adresse ou demander un autre code',
  },
  resetRequest: {
    title: 'Réinitialiser votre mot de passe',
    body: 'Saisissez votre adresse e-mail. Nous vous enverrons un lien pour choisir un nouveau mot de passe.',
    button: 'Envoyer le lien',
    lost: 'Ce lien a expiré ou a déjà été utilisé. Demandez-en un autre.',
    back: 'Retour à la connexion',
  },
  resetSent: {
    title: 'Consultez votre messagerie',
    body: 'Un e-mail vous a été envoyé. Ouvrez le lien qu’il contient dans l’heure. S’il n’arrive pas, vérifiez votre dossier de courrier indésirable.',
  },
  verifyAddress: {
    title: 'Confirmez votre adresse',
    body: (email) => `Saisissez le code de l’e-mail envoyé à ${email}.`,
    code: 'Code',
    failed: 'Ce code est incorrect ou a expiré. Réessayez ou demandez-en un autre.',
    button: 'Continuer',
    again: 'Se reconnecter pour recevoir un autre code',
  },
  newPassword: {
    title: 'Choisir un nouveau mot de passe',
    required: 'Il vous faut un nouveau mot de passe pour continuer.',
    label: 'Nouveau mot de passe',
    hint: (length) => `Au moins ${length} caractères. Quelques mots pris au hasard conviennent bien.`,
    button: 'Enregistrer le mot de passe',
    done: 'Votre mot de passe a été modifié. Connectez-vous avec le nouveau.',
    rejected: {
      short: 'Ce mot de passe est trop court. Choisissez-en un plus long.',
      long: 'Ce mot de passe est trop long. Choisissez-en un plus court.',
      common: 'Ce mot de passe est trop courant. Choisissez-en un plus difficile à deviner.',
      breached:
        'Ce mot de passe est apparu dans une fuite de données d’un autre site. Choisissez-en un autre.',
      contextWord:
        'Ce mot de passe ressemble trop à vos informations ou au nom de ce site. Choisissez-en un autre.',
      same: 'C’est votre mot de passe actuel. Choisissez-en un autre.',
    },
  },
  confirmAddress: {
    title: 'Confirmez votre adresse',
    current: (email) => `Votre compte n’utilisera plus ${email}. Continuez seulement si vous l’avez demandé.`,
    newAddress: (email) => `Votre compte utilisera ${email}. Continuez seulement si vous l’avez demandé.`,
    button: 'Confirmer',
  },
  addressConfirmed: {
    title: 'Merci',
    changed: 'Votre adresse e-mail a été modifiée.',
    waitsForCurrent:
      'Confirmez maintenant la modification dans l’e-mail que nous avons envoyé à votre adresse actuelle.',
    waitsForNew:
      'Confirmez maintenant la modification dans l’e-mail que nous avons envoyé à votre nouvelle adresse.',
  },
  account: {
    title: 'Votre compte',
    back: 'Votre compte',
    sections: {
      profile: 'Profil',
      email: 'Adresse e-mail',
      password: 'Mot de passe',
      secondFactor: 'Validation en deux étapes',
      passkeys: 'Clés d’accès',
      accounts: 'Comptes associés',
      sessions: 'Sessions et appareils',
      events: 'Activité récente',
      export: 'Vos données',
      delete: 'Supprimer le compte',
    },
    open: {
      profile: 'Modifier',
      email: 'Modifier',
      password: 'Modifier',
      secondFactor: 'Gérer',
      passkeys: 'Gérer',
      accounts: 'Gérer',
      sessions: 'Gérer',
      events: 'Tout afficher',
      export: 'Télécharger',
      delete: 'Supprimer le compte',
    },
    status: {
      addressChanged: 'Votre adresse e-mail a été modifiée.',
      addressChangeCancelled: 'La modification de votre adresse e-mail a été annulée.',
      addressConfirmed: 'L’adresse a été confirmée. L’autre adresse doit encore confirmer la modification.',
      addressRequested: 'Nous avons envoyé un code pour confirmer la modification.',
      accountConnected: 'Le compte a été associé.',
      accountDisconnected: 'Le compte a été dissocié.',
      devicesForgotten: 'La seconde étape sera de nouveau demandée sur chaque appareil.',
      factorAdded: 'La validation en deux étapes est activée.',
      factorRemoved: 'La seconde étape a été supprimée.',
      passkeyRemoved: 'La clé d’accès a été supprimée.',
      passkeyRenamed: 'La clé d’accès a été renommée.',
      passwordChanged: 'Votre mot de passe a été modifié. Vos autres sessions ont été déconnectées.',
      passwordRemoved: 'Votre mot de passe a été supprimé.',
      passwordSet: 'Votre mot de passe a été défini.',
      recoveryCodesReplaced: 'Vos codes de récupération ont été remplacés.',
      sessionRenamed: 'La session a été renommée.',
      sessionRevoked: 'La session a été déconnectée.',
      sessionsRevoked: 'Toutes les autres sessions ont été déconnectées.',
      userDeleted: 'Votre compte a été supprimé.',
    },
    errors: {
      BadRequest: 'Vérifiez votre saisie.',
      CredentialsSignin: 'Le mot de passe actuel est incorrect.',
      Default: 'L’opération a échoué. Rien n’a été modifié. Réessayez.',
      EmailSignInError: 'Saisissez une autre adresse e-mail valide.',
      LastSignInMethod: 'C’est votre dernière méthode de connexion. Ajoutez-en d’abord une autre.',
      PasswordExists: 'Vous avez déjà un mot de passe.',
      SecondFactorFailed: 'Vous n’avez pas encore de clé d’accès. Ajoutez-en d’abord une.',
      TooManyRequests: 'Trop de tentatives. Réessayez plus tard.',
      Verification: 'Le code est incorrect ou a expiré.',
    },
    email: {
      verified: 'Confirmée',
      unverified: 'Non confirmée',
      none: 'Aucune adresse',
      newAddress: 'Nouvelle adresse e-mail',
      change: 'Envoyer le code',
      pending: (address) =>
        `L’adresse ${address} doit encore être confirmée. Saisissez le code reçu par e-mail.`,
      code: 'Code',
      confirm: 'Confirmer',
      cancel: 'Annuler la modification',
    },
    password: {
      changed: (date) => `Dernière modification le ${date}`,
      set: 'Défini',
      none: 'Vous n’avez pas de mot de passe.',
      current: 'Mot de passe actuel',
      change: 'Changer le mot de passe',
      add: 'Définir un mot de passe',
      remove: 'Supprimer le mot de passe',
    },
    secondFactor: {
      off: 'Désactivée. Ajoutez une seconde étape pour protéger votre compte en cas de vol de votre mot de passe.',
      app: 'Application d’authentification',
      passkeys: 'Clés d’accès',
      setUp: 'Configurer une application',
      remove: 'Supprimer',
      codesLeft: (count) => `Codes de récupération restants\u00a0: ${count}`,
      newCodes: 'Obtenir de nouveaux codes',
      usePasskeys: 'Utiliser vos clés comme seconde étape',
      forgetDevices: 'Redemander sur chaque appareil',
    },
    passkeys: {
      none: 'Vous n’avez pas de clés d’accès.',
      unnamed: 'Clé d’accès',
      add: 'Ajouter une clé d’accès',
      remove: 'Supprimer',
    },
    accounts: {
      none: 'Aucun compte n’est associé.',
      connect: (provider) => `Associer ${provider}`,
      disconnect: 'Dissocier',
    },
    sessions: {
      current: 'Cet appareil',
      unknown: 'Appareil inconnu',
      lastSeen: (time) => `Dernière activité\u00a0: ${time}`,
      signOut: 'Déconnecter',
      signOutOthers: 'Déconnecter toutes les autres sessions',
    },
    name: 'Nom',
    rename: 'Renommer',
    save: 'Enregistrer',
    added: (date) => `Date d’ajout\u00a0: ${date}`,
    more: 'Plus anciens',
    events: {
      accountLinked: 'Un compte a été associé',
      accountUnlinked: 'Un compte a été dissocié',
      addressChanged: 'L’adresse e-mail a été modifiée',
      addressChangeRequested: 'Une modification de l’adresse e-mail a été demandée',
      passkeyAdded: 'Une clé d’accès a été ajoutée',
      passkeyRemoved: 'Une clé d’accès a été supprimée',
      passwordChanged: 'Le mot de passe a été modifié',
      passwordRemoved: 'Le mot de passe a été supprimé',
      passwordReset: 'Le mot de passe a été réinitialisé',
      passwordSet: 'Un mot de passe a été défini',
      recoveryCodesReplaced: 'Les codes de récupération ont été remplacés',
      recoveryCodeUsed: 'Un code de récupération a été utilisé',
      secondFactorAdded: 'Une seconde étape a été ajoutée',
      secondFactorFailed: 'La seconde étape a échoué',
      secondFactorRemoved: 'Une seconde étape a été supprimée',
      sessionEnded: 'Une session a été déconnectée',
      sessionsRevoked: 'Des sessions ont été déconnectées',
      signedIn: 'Connexion',
      signInFailed: 'Une connexion a échoué',
      signedUp: 'Inscription',
    },
    noEvents: 'Aucune activité pour le moment.',
    export: 'Téléchargez une copie des données que nous conservons à votre sujet.',
    delete: {
      warning: 'Votre compte et tout son contenu seront supprimés. Cette action est irréversible.',
      confirm: (address) => `Pour confirmer, saisissez ${address}`,
      button: 'Supprimer mon compte',
    },
  },
  error: {
    reference: 'Si le problème persiste, contactez le responsable du site et indiquez cette référence\u00a0:',
    signIn: 'Se reconnecter',
    home: 'Aller à la page d’accueil',
  },
  errors: {
    AccessDenied: {
      title: 'Accès refusé',
      body: 'Votre compte n’a pas accès à ce site. Essayez un autre compte ou contactez le responsable du site.',
    },
    BadRequest: {
      title: 'Requête non valide',
      body: 'La requête n’a pas pu être traitée. Revenez en arrière et réessayez.',
    },
    Configuration: {
      title: 'Un problème est survenu',
      body: 'Votre demande n’a pas pu aboutir. Veuillez réessayer. En cas de nouvel échec, patientez quelques minutes.',
    },
    Default: { title: 'Un problème est survenu', body: 'Veuillez réessayer.' },
    MethodNotAllowed: {
      title: 'Page non disponible',
      body: 'Cette page ne peut pas être ouverte directement. Partez de la page d’accueil.',
    },
    PayloadTooLarge: {
      title: 'Formulaire trop volumineux',
      body: 'Le formulaire contient trop de données. Raccourcissez votre saisie et réessayez.',
    },
    ServiceUnavailable: {
      title: 'Indisponible pour le moment',
      body: 'Patientez quelques secondes, puis réessayez ou choisissez une autre méthode de connexion.',
    },
    SignOutError: {
      title: 'Déconnexion effectuée dans ce navigateur',
      body: 'Le serveur n’a pas pu mettre fin à votre session partout. Si quelqu’un l’a copiée, la copie peut rester connectée jusqu’à son expiration.',
    },
    TooManyRequests: {
      title: 'Trop de tentatives',
      body: 'Veuillez patienter 15 minutes, puis réessayer.',
    },
    UnknownAction: {
      title: 'Page introuvable',
      body: 'Cette page n’existe pas. Partez de la page d’accueil.',
    },
    UnsupportedMediaType: {
      title: 'Requête non valide',
      body: 'Le formulaire a été envoyé dans un format non pris en charge. Revenez en arrière et réessayez.',
    },
    Verification: {
      title: 'Ce lien n’est plus valable',
      body: 'Il a expiré ou a déjà été utilisé. Reconnectez-vous pour recevoir un nouveau lien.',
    },
    WebAuthnVerificationError: {
      title: 'Clé d’accès refusée',
      body: 'Réessayez ou choisissez une autre méthode de connexion.',
    },
  },
  mail: {
    subject: (host) => `Connexion à ${host}`,
    title: (host) => `Connexion à ${host}`,
    button: 'Se connecter',
    ignore: 'Si vous n’avez pas demandé cet e-mail, vous pouvez l’ignorer sans risque.',
    enterCode:
      'Saisissez ce code sur la page qui l’a demandé. Ne le communiquez à personne\u00a0: nous ne vous le demandons jamais.',
    orLink: 'Ou utilisez plutôt ce lien\u00a0:',
    expires: (duration) => `Valable ${duration}.`,
    signUp: {
      subject: (host) => `Confirmez votre adresse e-mail pour ${host}`,
      title: 'Confirmez votre adresse e-mail',
      body: (host) => `Confirmez votre adresse e-mail pour créer votre compte sur ${host}.`,
      button: 'Confirmer l’adresse',
    },
    accountExists: {
      subject: (host) => `Vous avez déjà un compte sur ${host}`,
      title: 'Vous avez déjà un compte',
      body: (host) =>
        `Quelqu’un a essayé de créer un compte sur ${host} avec votre adresse e-mail, qui en a déjà un. Si c’était vous, connectez-vous plutôt.`,
      button: 'Se connecter',
      reset: 'Mot de passe oublié\u00a0?',
    },
    reset: {
      subject: (host) => `Réinitialisez votre mot de passe pour ${host}`,
      title: 'Réinitialisez votre mot de passe',
      body: (host) => `Choisissez un nouveau mot de passe pour votre compte sur ${host}.`,
      button: 'Choisir un nouveau mot de passe',
      ignore: 'Si vous n’avez pas demandé cet e-mail, ignorez-le. Votre mot de passe reste inchangé.',
    },
    noAccount: {
      subject: (host) => `Votre demande sur ${host}`,
      title: 'Aucun compte n’utilise cette adresse',
      body: (host) =>
        `Un nouveau mot de passe a été demandé pour votre adresse e-mail, mais elle n’a pas de compte sur ${host}. Vous vous êtes peut-être inscrit avec une autre adresse.`,
      button: 'Créer un compte',
    },
    verifyAddress: {
      subject: (host) => `Confirmez votre adresse e-mail pour ${host}`,
      title: 'Confirmez votre adresse e-mail',
      body: (host) => `Confirmez l’adresse e-mail de votre compte sur ${host}.`,
      button: 'Confirmer l’adresse',
    },
    changeAddress: {
      subject: (host) => `Confirmez votre nouvelle adresse e-mail pour ${host}`,
      title: 'Confirmez votre nouvelle adresse e-mail',
      body: (host) => `Confirmez que votre compte sur ${host} peut utiliser cette adresse e-mail.`,
      button: 'Confirmer l’adresse',
    },
    confirmChange: {
      subject: (host) => `Confirmez le changement de votre adresse e-mail pour ${host}`,
      title: 'Confirmez le changement de votre adresse e-mail',
      body: (host) => `Une nouvelle adresse e-mail a été demandée pour votre compte sur ${host}.`,
      newAddress: (email) => `La nouvelle adresse est ${email}.`,
      button: 'Confirmer le changement',
      warning:
        'Si vous n’êtes pas à l’origine de cette demande, ne la confirmez pas. Connectez-vous, changez votre mot de passe et fermez les autres sessions.',
    },
    addressInUse: {
      subject: (host) => `Votre adresse e-mail sur ${host}`,
      title: 'Cette adresse a déjà un compte',
      body: (host) =>
        `Quelqu’un a essayé d’ajouter votre adresse e-mail à un autre compte sur ${host}. Rien n’a été modifié.`,
    },
    notice: {
      titles: {
        accountLinked: 'Une méthode de connexion a été ajoutée à votre compte',
        accountUnlinked: 'Une méthode de connexion a été retirée de votre compte',
        addressChanged: 'L’adresse e-mail de votre compte a été modifiée',
        passkeyAdded: 'Une clé d’accès a été ajoutée à votre compte',
        passkeyRemoved: 'Une clé d’accès a été retirée de votre compte',
        passwordChanged: 'Votre mot de passe a été modifié',
        passwordRemoved: 'Votre mot de passe a été supprimé',
        passwordReset: 'Votre mot de passe a été réinitialisé',
        passwordSet: 'Un mot de passe a été ajouté à votre compte',
        recoveryCodeUsed: 'Un code de récupération a été utilisé pour votre compte',
        recoveryCodesReplaced: 'Vos codes de récupération ont été remplacés',
        secondFactorAdded: 'La validation en deux étapes a été activée ou étendue',
        secondFactorRemoved: 'La validation en deux étapes a été désactivée',
        sessionsRevoked: 'Vous avez été déconnecté de tous les appareils',
        userDeleted: 'Votre compte a été supprimé',
      },
      body: (host) =>
        `Cet e-mail concerne votre compte sur ${host}. Si vous êtes à l’origine de ce changement, vous n’avez rien à faire.`,
      time: (time) => `Heure\u00a0: ${time}`,
      device: (device) => `Appareil\u00a0: ${device}`,
      provider: (name) => `Méthode de connexion\u00a0: ${name}`,
      codesLeft: (count) => `Codes de récupération restants\u00a0: ${count}`,
      warning:
        'Si ce n’était pas vous, connectez-vous maintenant, déconnectez tous les autres appareils et changez votre façon de vous connecter. Si vous ne pouvez pas vous connecter, contactez le responsable du site.',
      button: 'Vérifier votre compte',
      resetWarning:
        'Si ce n’était pas vous, réinitialisez maintenant votre mot de passe, ce qui vous déconnecte aussi de tous les appareils. Si vous ne pouvez pas vous connecter ensuite, contactez le responsable du site.',
      resetButton: 'Réinitialiser votre mot de passe',
    },
  },
}

export default french

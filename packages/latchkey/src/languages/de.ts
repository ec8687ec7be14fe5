import type { Texts } from '../types/texts.ts'

/** The German texts. They address the user as "Sie". */
const german: Texts = {
  lang: 'de',
  dir: 'ltr',
  signIn: {
    title: 'Anmelden',
    with: (provider) => `Mit ${provider} anmelden`,
    or: 'oder',
    lastUsed: 'Zuletzt verwendet',
    offline: 'Sie sind offline. Prüfen Sie Ihre Verbindung, und versuchen Sie es noch einmal.',
  },
  signInErrors: {
    AccountExists: 'Sie haben bereits ein Konto. Melden Sie sich an, oder setzen Sie Ihr Passwort zurück.',
    AccountNotLinked:
      'Dieser Passkey oder diese E-Mail-Adresse gehört zu einem anderen Konto. Melden Sie sich so an wie beim ersten Mal.',
    Configuration:
      'Bei uns ist etwas schiefgelaufen. Versuchen Sie es noch einmal, oder melden Sie sich auf andere Weise an.',
    CredentialsSignin: 'Die Angaben sind nicht richtig. Prüfen Sie sie, und versuchen Sie es noch einmal.',
    Default: 'Die Anmeldung ist fehlgeschlagen. Bitte versuchen Sie es noch einmal.',
    EmailSignInError:
      'Die E-Mail konnte nicht gesendet werden. Prüfen Sie die Adresse. Wenn sie stimmt, versuchen Sie es später noch einmal, oder melden Sie sich auf andere Weise an.',
    MissingCSRF:
      'Dieses Formular ist abgelaufen oder wurde unter einer anderen Adresse geöffnet. Bitte versuchen Sie es noch einmal.',
    MissingCookie:
      'Ihr Browser hat das Cookie nicht gesendet, das für die Anmeldung nötig ist. Erlauben Sie Cookies für diese Website, und melden Sie sich in diesem Fenster noch einmal an.',
    OAuthAccountNotLinked:
      'Dieses Konto ist noch nicht verknüpft. Melden Sie sich so an wie beim ersten Mal.',
    OAuthCallbackError:
      'Der Anbieter hat Sie nicht angemeldet. Versuchen Sie es noch einmal, verwenden Sie ein anderes Konto, oder melden Sie sich auf andere Weise an.',
    PhoneSignInError:
      'Der Code konnte nicht gesendet werden. Geben Sie die Nummer mit Landesvorwahl ein, zum Beispiel +49 151 23456789. Wenn sie stimmt, versuchen Sie es später noch einmal, oder melden Sie sich auf andere Weise an.',
    ServiceUnavailable:
      'Diese Anmeldemethode ist gerade nicht verfügbar. Versuchen Sie es in ein paar Sekunden noch einmal, oder wählen Sie eine andere.',
    SessionRequired: 'Bitte melden Sie sich an, um diese Seite zu sehen.',
    SignInExpired:
      'Diese Anmeldung hat zu lange gedauert oder wurde an anderer Stelle abgeschlossen. Bitte melden Sie sich noch einmal an.',
    TooManyRequests: 'Zu viele Versuche. Bitte warten Sie 15 Minuten, und versuchen Sie es dann noch einmal.',
  },
  signOut: {
    title: 'Abmelden',
    question: 'Möchten Sie sich abmelden?',
    button: 'Abmelden',
    stay: 'Angemeldet bleiben',
  },
  email: {
    label: 'E-Mail-Adresse',
    sendLink: 'Anmeldelink per E-Mail senden',
    sendCode: 'Code per E-Mail senden',
  },
  phone: {
    label: 'Telefonnummer mit Landesvorwahl',
  },
  credentials: {
    username: 'Benutzername',
    password: 'Passwort',
    button: 'Anmelden',
    withPassword: 'Mit Passwort anmelden',
    forgotPassword: 'Passwort vergessen?',
    showPassword: 'Passwort anzeigen',
    hidePassword: 'Passwort verbergen',
  },
  webauthn: {
    add: 'Passkey hinzufügen',
    cancelled:
      'Es wurde kein Passkey verwendet. Versuchen Sie es noch einmal, oder melden Sie sich auf andere Weise an.',
    alreadyRegistered: 'Auf diesem Gerät haben Sie bereits einen Passkey.',
    refused: 'Ihre Angaben wurden nicht angenommen. Prüfen Sie sie, und versuchen Sie es noch einmal.',
    failed:
      'Der Passkey konnte nicht verwendet werden. Versuchen Sie es noch einmal, oder melden Sie sich auf andere Weise an.',
    unsupported:
      'Dieser Browser unterstützt keine Passkeys. Melden Sie sich auf andere Weise an, oder verwenden Sie einen neueren Browser.',
    noScript:
      'Passkeys brauchen JavaScript. Aktivieren Sie JavaScript, oder melden Sie sich auf andere Weise an.',
  },
  verify: {
    title: 'Bestätigen Sie, dass Sie es sind',
    totp: 'Geben Sie den Code ein, den Ihre Authenticator-App für diese Website anzeigt.',
    recoveryCode: 'Geben Sie einen Ihrer Wiederherstellungscodes ein.',
    orRecoveryCode: 'Wenn Sie die App nicht haben, geben Sie einen Ihrer Wiederherstellungscodes ein.',
    code: 'Code',
    passkey: 'Passkey verwenden',
    stepUp: 'Der nächste Schritt braucht mehr Sicherheit.',
    failed:
      'Dieser Code ist falsch oder wurde schon verwendet. Warten Sie auf den nächsten, und versuchen Sie es noch einmal.',
    trustDevice: (days) =>
      days === '1'
        ? 'Auf diesem Gerät einen Tag lang nicht fragen'
        : `Auf diesem Gerät ${days} Tage lang nicht fragen`,
    button: 'Weiter',
  },
  interruptedForm: {
    title: 'Dort weitermachen, wo Sie aufgehört haben',
    body: 'Danke. Ihre Eingaben wurden aufbewahrt. Senden Sie sie jetzt, oder gehen Sie zurück, ohne sie zu senden.',
    button: 'Weiter',
    lostTitle: 'Bitte füllen Sie das Formular noch einmal aus',
    lost: 'Ihre Eingaben wurden nicht aufbewahrt, sind abgelaufen oder wurden schon gesendet. Es wurde nichts noch einmal gesendet.',
    back: 'Zurück',
  },
  enroll: {
    title: 'Bestätigung in zwei Schritten einrichten',
    scan: 'Scannen Sie diesen QR-Code mit einer Authenticator-App.',
    qr: 'QR-Code mit dem Schlüssel für eine Authenticator-App',
    secret: 'Wenn Sie ihn nicht scannen können, geben Sie diesen Schlüssel in der App ein:',
    confirm: 'Geben Sie den Code ein, den die App anzeigt.',
    failed:
      'Dieser Code ist falsch. Prüfen Sie die Uhrzeit auf Ihrem Gerät, warten Sie auf den nächsten Code, und versuchen Sie es noch einmal.',
    button: 'Weiter',
  },
  recoveryCodes: {
    title: 'Ihre Wiederherstellungscodes',
    keep: 'Bewahren Sie diese Codes an einem sicheren Ort auf. Ohne Ihre Authenticator-App können Sie sich mit jedem einmal anmelden. Sie werden nur jetzt angezeigt.',
    left: (count) => {
      if (count === '0')
        return 'Sie haben keine Wiederherstellungscodes mehr. Erstellen Sie in Ihrem Konto neue.'
      const codes = count === '1' ? 'einen Wiederherstellungscode' : `${count} Wiederherstellungscodes`
      return `Sie haben noch ${codes}. Erstellen Sie in Ihrem Konto neue.`
    },
    button: 'Weiter',
  },
  verifyRequest: {
    title: 'Sehen Sie in Ihrem Postfach nach',
    body: 'Ein Anmeldelink ist unterwegs zu Ihnen. Öffnen Sie ihn in diesem Browser. Wenn er nicht ankommt, sehen Sie im Spam-Ordner nach.',
    phoneTitle: 'Sehen Sie auf Ihrem Telefon nach',
    sent: (address) =>
      `Ein Code ist unterwegs an ${address}. Geben Sie ihn hier in diesem Browser innerhalb von 10 Minuten ein.`,
    orLink: 'Sie können auch den Link in der E-Mail öffnen.',
    code: 'Code',
    button: 'Anmelden',
    failed:
      'Dieser Code ist falsch oder abgelaufen. Versuchen Sie es noch einmal, oder fordern Sie einen neuen an.',
    again: 'Neuen Code senden',
  },
  confirmLink: {
    title: 'Anmelden',
    body: (email) =>
      `Mit diesem Link melden Sie sich als ${email} an. Fahren Sie nur fort, wenn Sie ihn angefordert haben.`,
    button: 'Anmelden',
  },
  signUp: {
    title: 'Konto erstellen',
    linked: (email) => `Ihre Adresse ${email} ist bestätigt. Wählen Sie ein Passwort.`,
    lost: 'Dieser Link oder Code ist nicht mehr gültig. Bitte beginnen Sie von vorn.',
    button: 'Konto erstellen',
    signIn: 'Ich habe bereits ein Konto',
  },
  confirmSignUp: {
    title: 'Bestätigen Sie Ihre Adresse',
    body: (email) => `Geben Sie den Code aus der E-Mail an ${email} ein.`,
    code: 'Code',
    failed:
      'Dieser Code ist falsch oder abgelaufen. Versuchen Sie es noch einmal, oder fordern Sie einen neuen an.',
    button: 'Konto erstellen',
    again: 'Andere Adresse verwenden oder neuen Code anfordern',
  },
  resetRequest: {
    title: 'Passwort zurücksetzen',
    body: 'Geben Sie Ihre E-Mail-Adresse ein. Wir senden Ihnen einen Link, über den Sie ein neues Passwort wählen können.',
    button: 'Link senden',
    lost: 'Dieser Link ist abgelaufen oder wurde schon verwendet. Fordern Sie einen neuen an.',
    back: 'Zurück zur Anmeldung',
  },
  resetSent: {
    title: 'Sehen Sie in Ihrem Postfach nach',
    body: 'Eine E-Mail ist unterwegs zu Ihnen. Öffnen Sie den Link darin innerhalb einer Stunde. Wenn sie nicht ankommt, sehen Sie im Spam-Ordner nach.',
  },
  verifyAddress: {
    title: 'Bestätigen Sie Ihre Adresse',
    body: (email) => `Geben Sie den Code aus der E-Mail an ${email} ein.`,
    code: 'Code',
    failed:
      'Dieser Code ist falsch oder abgelaufen. Versuchen Sie es noch einmal, oder fordern Sie einen neuen an.',
    button: 'Weiter',
    again: 'Noch einmal anmelden, um einen neuen Code zu erhalten',
  },
  newPassword: {
    title: 'Neues Passwort wählen',
    required: 'Sie brauchen ein neues Passwort, bevor es weitergeht.',
    label: 'Neues Passwort',
    hint: (length) => `Mindestens ${length} Zeichen. Ein paar zufällige Wörter eignen sich gut.`,
    button: 'Passwort speichern',
    done: 'Ihr Passwort wurde geändert. Melden Sie sich damit an.',
    rejected: {
      short: 'Dieses Passwort ist zu kurz. Wählen Sie ein längeres.',
      long: 'Dieses Passwort ist zu lang. Wählen Sie ein kürzeres.',
      common: 'Dieses Passwort ist zu häufig. Wählen Sie eines, das schwerer zu erraten ist.',
      breached:
        'Dieses Passwort ist bei einem Datenleck auf einer anderen Website bekannt geworden. Wählen Sie ein anderes.',
      contextWord:
        'Dieses Passwort ist Ihren Angaben oder dem Namen dieser Website zu ähnlich. Wählen Sie ein anderes.',
      same: 'Das ist Ihr aktuelles Passwort. Wählen Sie ein anderes.',
    },
  },
  confirmAddress: {
    title: 'Bestätigen Sie Ihre Adresse',
    current: (email) =>
      `Ihr Konto wird ${email} nicht mehr verwenden. Fahren Sie nur fort, wenn Sie das angefordert haben.`,
    newAddress: (email) =>
      `Ihr Konto wird ${email} verwenden. Fahren Sie nur fort, wenn Sie das angefordert haben.`,
    button: 'Bestätigen',
  },
  addressConfirmed: {
    title: 'Vielen Dank',
    changed: 'Ihre E-Mail-Adresse wurde geändert.',
    waitsForCurrent:
      'Bestätigen Sie die Änderung jetzt auch in der E-Mail, die wir an Ihre bisherige Adresse gesendet haben.',
    waitsForNew:
      'Bestätigen Sie die Änderung jetzt auch in der E-Mail, die wir an Ihre neue Adresse gesendet haben.',
  },
  account: {
    title: 'Ihr Konto',
    back: 'Ihr Konto',
    sections: {
      profile: 'Profil',
      email: 'E-Mail-Adresse',
      password: 'Passwort',
      secondFactor: 'Bestätigung in zwei Schritten',
      passkeys: 'Passkeys',
      accounts: 'Verbundene Konten',
      sessions: 'Sitzungen und Geräte',
      events: 'Letzte Aktivitäten',
      export: 'Ihre Daten',
      delete: 'Konto löschen',
    },
    open: {
      profile: 'Bearbeiten',
      email: 'Ändern',
      password: 'Ändern',
      secondFactor: 'Verwalten',
      passkeys: 'Verwalten',
      accounts: 'Verwalten',
      sessions: 'Verwalten',
      events: 'Alle anzeigen',
      export: 'Herunterladen',
      delete: 'Konto löschen',
    },
    status: {
      addressChanged: 'Ihre E-Mail-Adresse wurde geändert.',
      addressChangeCancelled: 'Die Änderung Ihrer E-Mail-Adresse wurde abgebrochen.',
      addressConfirmed: 'Die Adresse wurde bestätigt. Die andere Adresse muss die Änderung noch bestätigen.',
      addressRequested: 'Wir haben einen Code gesendet, mit dem Sie die Änderung bestätigen.',
      accountConnected: 'Das Konto wurde verbunden.',
      accountDisconnected: 'Die Verbindung zu dem Konto wurde getrennt.',
      devicesForgotten: 'Jedes Gerät wird wieder nach einem zweiten Schritt gefragt.',
      factorAdded: 'Die Bestätigung in zwei Schritten ist aktiviert.',
      factorRemoved: 'Der zweite Schritt wurde entfernt.',
      passkeyRemoved: 'Der Passkey wurde entfernt.',
      passkeyRenamed: 'Der Passkey wurde umbenannt.',
      passwordChanged: 'Ihr Passwort wurde geändert. Ihre anderen Sitzungen wurden abgemeldet.',
      passwordRemoved: 'Ihr Passwort wurde entfernt.',
      passwordSet: 'Ihr Passwort wurde festgelegt.',
      recoveryCodesReplaced: 'Ihre Wiederherstellungscodes wurden ersetzt.',
      sessionRenamed: 'Die Sitzung wurde umbenannt.',
      sessionRevoked: 'Die Sitzung wurde abgemeldet.',
      sessionsRevoked: 'Alle anderen Sitzungen wurden abgemeldet.',
      userDeleted: 'Ihr Konto wurde gelöscht.',
    },
    errors: {
      BadRequest: 'Prüfen Sie Ihre Eingabe.',
      CredentialsSignin: 'Das aktuelle Passwort ist falsch.',
      Default: 'Das hat nicht geklappt. Es wurde nichts geändert. Versuchen Sie es noch einmal.',
      EmailSignInError: 'Geben Sie eine andere gültige E-Mail-Adresse ein.',
      LastSignInMethod: 'Das ist Ihre letzte Anmeldemethode. Fügen Sie zuerst eine andere hinzu.',
      PasswordExists: 'Sie haben bereits ein Passwort.',
      SecondFactorFailed: 'Sie haben noch keinen Passkey. Fügen Sie zuerst einen hinzu.',
      TooManyRequests: 'Zu viele Versuche. Versuchen Sie es später noch einmal.',
      Verification: 'Der Code ist falsch oder abgelaufen.',
    },
    email: {
      verified: 'Bestätigt',
      unverified: 'Nicht bestätigt',
      none: 'Keine Adresse',
      newAddress: 'Neue E-Mail-Adresse',
      change: 'Code senden',
      pending: (address) =>
        `Die Bestätigung von ${address} steht noch aus. Geben Sie den Code aus der E-Mail ein.`,
      code: 'Code',
      confirm: 'Bestätigen',
      cancel: 'Änderung abbrechen',
    },
    password: {
      changed: (date) => `Zuletzt geändert am ${date}`,
      set: 'Festgelegt',
      none: 'Sie haben kein Passwort.',
      current: 'Aktuelles Passwort',
      change: 'Passwort ändern',
      add: 'Passwort festlegen',
      remove: 'Passwort entfernen',
    },
    secondFactor: {
      off: 'Aus. Fügen Sie einen zweiten Schritt hinzu, der Ihr Konto schützt, wenn Ihr Passwort gestohlen wird.',
      app: 'Authenticator-App',
      passkeys: 'Passkeys',
      setUp: 'Authenticator-App einrichten',
      remove: 'Entfernen',
      codesLeft: (count) => `Verbleibende Wiederherstellungscodes: ${count}`,
      newCodes: 'Neue Wiederherstellungscodes erstellen',
      usePasskeys: 'Passkeys als zweiten Schritt verwenden',
      forgetDevices: 'Jedes Gerät wieder fragen',
    },
    passkeys: {
      none: 'Sie haben keine Passkeys.',
      unnamed: 'Passkey',
      add: 'Passkey hinzufügen',
      remove: 'Entfernen',
    },
    accounts: {
      none: 'Es sind keine Konten verbunden.',
      connect: (provider) => `Mit ${provider} verbinden`,
      disconnect: 'Trennen',
    },
    sessions: {
      current: 'Dieses Gerät',
      unknown: 'Unbekanntes Gerät',
      lastSeen: (time) => `Zuletzt aktiv: ${time}`,
      signOut: 'Abmelden',
      signOutOthers: 'Alle anderen Sitzungen abmelden',
    },
    name: 'Name',
    rename: 'Umbenennen',
    save: 'Speichern',
    added: (date) => `Hinzugefügt am ${date}`,
    more: 'Ältere',
    events: {
      accountLinked: 'Ein Konto wurde verbunden',
      accountUnlinked: 'Die Verbindung zu einem Konto wurde getrennt',
      addressChanged: 'Die E-Mail-Adresse wurde geändert',
      addressChangeRequested: 'Eine Änderung der E-Mail-Adresse wurde angefordert',
      passkeyAdded: 'Ein Passkey wurde hinzugefügt',
      passkeyRemoved: 'Ein Passkey wurde entfernt',
      passwordChanged: 'Das Passwort wurde geändert',
      passwordRemoved: 'Das Passwort wurde entfernt',
      passwordReset: 'Das Passwort wurde zurückgesetzt',
      passwordSet: 'Ein Passwort wurde festgelegt',
      recoveryCodesReplaced: 'Die Wiederherstellungscodes wurden ersetzt',
      recoveryCodeUsed: 'Ein Wiederherstellungscode wurde verwendet',
      secondFactorAdded: 'Ein zweiter Schritt wurde hinzugefügt',
      secondFactorFailed: 'Ein zweiter Schritt wurde falsch eingegeben',
      secondFactorRemoved: 'Ein zweiter Schritt wurde entfernt',
      sessionEnded: 'Eine Sitzung wurde abgemeldet',
      sessionsRevoked: 'Sitzungen wurden abgemeldet',
      signedIn: 'Angemeldet',
      signInFailed: 'Eine Anmeldung ist fehlgeschlagen',
      signedUp: 'Registriert',
    },
    noEvents: 'Noch keine Aktivitäten.',
    export: 'Laden Sie eine Kopie der Daten herunter, die wir über Sie speichern.',
    delete: {
      warning: 'Ihr Konto und alles darin werden gelöscht. Das kann nicht rückgängig gemacht werden.',
      confirm: (address) => `Geben Sie zur Bestätigung ${address} ein`,
      button: 'Mein Konto löschen',
    },
  },
  error: {
    reference:
      'Wenn das Problem bestehen bleibt, wenden Sie sich an den Betreiber der Website, und geben Sie diese Kennung an:',
    signIn: 'Noch einmal anmelden',
    home: 'Zur Startseite',
  },
  errors: {
    AccessDenied: {
      title: 'Zugriff verweigert',
      body: 'Ihr Konto hat keinen Zugriff auf diese Website. Versuchen Sie es mit einem anderen Konto, oder wenden Sie sich an den Betreiber der Website.',
    },
    BadRequest: {
      title: 'Ungültige Anfrage',
      body: 'Die Anfrage konnte nicht verarbeitet werden. Gehen Sie zurück, und versuchen Sie es noch einmal.',
    },
    Configuration: {
      title: 'Etwas ist schiefgelaufen',
      body: 'Ihre Anfrage konnte nicht abgeschlossen werden. Bitte versuchen Sie es noch einmal. Wenn es wieder nicht klappt, warten Sie ein paar Minuten.',
    },
    Default: {
      title: 'Etwas ist schiefgelaufen',
      body: 'Bitte versuchen Sie es noch einmal.',
    },
    MethodNotAllowed: {
      title: 'Seite nicht verfügbar',
      body: 'Diese Seite kann nicht direkt geöffnet werden. Beginnen Sie auf der Startseite.',
    },
    PayloadTooLarge: {
      title: 'Formular zu groß',
      body: 'Das Formular enthält zu viele Daten. Kürzen Sie Ihre Eingabe, und versuchen Sie es noch einmal.',
    },
    ServiceUnavailable: {
      title: 'Gerade nicht verfügbar',
      body: 'Warten Sie ein paar Sekunden. Versuchen Sie es dann noch einmal, oder melden Sie sich auf andere Weise an.',
    },
    SignOutError: {
      title: 'In diesem Browser abgemeldet',
      body: 'Der Server konnte Ihre Sitzung nicht überall beenden. Wenn jemand sie kopiert hat, kann die Kopie angemeldet bleiben, bis sie abläuft.',
    },
    TooManyRequests: {
      title: 'Zu viele Versuche',
      body: 'Bitte warten Sie 15 Minuten, und versuchen Sie es dann noch einmal.',
    },
    UnknownAction: {
      title: 'Seite nicht gefunden',
      body: 'Diese Seite gibt es nicht. Beginnen Sie auf der Startseite.',
    },
    UnsupportedMediaType: {
      title: 'Ungültige Anfrage',
      body: 'Das Formular wurde in einem Format gesendet, das nicht unterstützt wird. Gehen Sie zurück, und versuchen Sie es noch einmal.',
    },
    Verification: {
      title: 'Dieser Link ist nicht mehr gültig',
      body: 'Er ist abgelaufen oder wurde schon verwendet. Melden Sie sich noch einmal an, um einen neuen Link zu erhalten.',
    },
    WebAuthnVerificationError: {
      title: 'Passkey nicht angenommen',
      body: 'Versuchen Sie es noch einmal, oder melden Sie sich auf andere Weise an.',
    },
  },
  mail: {
    subject: (host) => `Bei ${host} anmelden`,
    title: (host) => `Bei ${host} anmelden`,
    button: 'Anmelden',
    ignore: 'Wenn Sie diese E-Mail nicht angefordert haben, können Sie sie einfach ignorieren.',
    enterCode:
      'Geben Sie diesen Code auf der Seite ein, die danach gefragt hat. Geben Sie ihn an niemanden weiter: Wir fragen Sie nie danach.',
    orLink: 'Oder verwenden Sie stattdessen diesen Link:',
    expires: (duration) => `Gültig für ${duration}.`,
    signUp: {
      subject: (host) => `Bestätigen Sie Ihre E-Mail-Adresse für ${host}`,
      title: 'Bestätigen Sie Ihre E-Mail-Adresse',
      body: (host) => `Bestätigen Sie Ihre E-Mail-Adresse, um Ihr Konto bei ${host} zu erstellen.`,
      button: 'Adresse bestätigen',
    },
    accountExists: {
      subject: (host) => `Sie haben bereits ein Konto bei ${host}`,
      title: 'Sie haben bereits ein Konto',
      body: (host) =>
        `Jemand wollte bei ${host} ein Konto mit Ihrer E-Mail-Adresse erstellen, zu der es dort bereits eines gibt. Wenn Sie das waren, melden Sie sich stattdessen an.`,
      button: 'Anmelden',
      reset: 'Passwort vergessen?',
    },
    reset: {
      subject: (host) => `Setzen Sie Ihr Passwort für ${host} zurück`,
      title: 'Setzen Sie Ihr Passwort zurück',
      body: (host) => `Wählen Sie ein neues Passwort für Ihr Konto bei ${host}.`,
      button: 'Neues Passwort wählen',
      ignore:
        'Wenn Sie diese E-Mail nicht angefordert haben, ignorieren Sie sie. Ihr Passwort bleibt, wie es ist.',
    },
    noAccount: {
      subject: (host) => `Ihre Anfrage bei ${host}`,
      title: 'Zu dieser Adresse gibt es kein Konto',
      body: (host) =>
        `Für Ihre E-Mail-Adresse wurde ein neues Passwort angefordert, aber zu ihr gibt es bei ${host} kein Konto. Vielleicht haben Sie sich mit einer anderen Adresse registriert.`,
      button: 'Konto erstellen',
    },
    verifyAddress: {
      subject: (host) => `Bestätigen Sie Ihre E-Mail-Adresse für ${host}`,
      title: 'Bestätigen Sie Ihre E-Mail-Adresse',
      body: (host) => `Bestätigen Sie die E-Mail-Adresse Ihres Kontos bei ${host}.`,
      button: 'Adresse bestätigen',
    },
    changeAddress: {
      subject: (host) => `Bestätigen Sie Ihre neue E-Mail-Adresse für ${host}`,
      title: 'Bestätigen Sie Ihre neue E-Mail-Adresse',
      body: (host) => `Bestätigen Sie, dass Ihr Konto bei ${host} diese E-Mail-Adresse verwenden kann.`,
      button: 'Adresse bestätigen',
    },
    confirmChange: {
      subject: (host) => `Bestätigen Sie die Änderung Ihrer E-Mail-Adresse für ${host}`,
      title: 'Bestätigen Sie die Änderung Ihrer E-Mail-Adresse',
      body: (host) => `Für Ihr Konto bei ${host} wurde eine neue E-Mail-Adresse angefordert.`,
      newAddress: (email) => `Die neue Adresse ist ${email}.`,
      button: 'Änderung bestätigen',
      warning:
        'Wenn Sie das nicht angefordert haben, bestätigen Sie es nicht. Melden Sie sich an, ändern Sie Ihr Passwort, und beenden Sie alle anderen Sitzungen.',
    },
    addressInUse: {
      subject: (host) => `Ihre E-Mail-Adresse bei ${host}`,
      title: 'Zu dieser Adresse gibt es bereits ein Konto',
      body: (host) =>
        `Jemand wollte Ihre E-Mail-Adresse bei ${host} zu einem anderen Konto hinzufügen. Es wurde nichts geändert.`,
    },
    notice: {
      titles: {
        accountLinked: 'Zu Ihrem Konto wurde eine neue Anmeldemethode hinzugefügt',
        accountUnlinked: 'Aus Ihrem Konto wurde eine Anmeldemethode entfernt',
        addressChanged: 'Die E-Mail-Adresse Ihres Kontos wurde geändert',
        passkeyAdded: 'Zu Ihrem Konto wurde ein Passkey hinzugefügt',
        passkeyRemoved: 'Aus Ihrem Konto wurde ein Passkey entfernt',
        passwordChanged: 'Ihr Passwort wurde geändert',
        passwordRemoved: 'Ihr Passwort wurde entfernt',
        passwordReset: 'Ihr Passwort wurde zurückgesetzt',
        passwordSet: 'Zu Ihrem Konto wurde ein Passwort hinzugefügt',
        recoveryCodeUsed: 'Für Ihr Konto wurde ein Wiederherstellungscode verwendet',
        recoveryCodesReplaced: 'Ihre Wiederherstellungscodes wurden ersetzt',
        secondFactorAdded: 'Die Bestätigung in zwei Schritten wurde aktiviert oder erweitert',
        secondFactorRemoved: 'Die Bestätigung in zwei Schritten wurde deaktiviert',
        sessionsRevoked: 'Sie wurden auf allen Geräten abgemeldet',
        userDeleted: 'Ihr Konto wurde gelöscht',
      },
      body: (host) =>
        `In dieser E-Mail geht es um Ihr Konto bei ${host}. Wenn Sie das selbst waren, brauchen Sie nichts zu tun.`,
      time: (time) => `Zeit: ${time}`,
      device: (device) => `Gerät: ${device}`,
      provider: (name) => `Anmeldemethode: ${name}`,
      codesLeft: (count) => `Verbleibende Wiederherstellungscodes: ${count}`,
      warning:
        'Wenn Sie es nicht waren, melden Sie sich jetzt an, melden Sie alle anderen Geräte ab, und ändern Sie, wie Sie sich anmelden. Wenn Sie sich nicht anmelden können, wenden Sie sich an den Betreiber der Website.',
      button: 'Konto prüfen',
      resetWarning:
        'Wenn Sie es nicht waren, setzen Sie jetzt Ihr Passwort zurück. Dadurch werden Sie auch auf allen Geräten abgemeldet. Wenn Sie sich danach nicht anmelden können, wenden Sie sich an den Betreiber der Website.',
      resetButton: 'Passwort zurücksetzen',
    },
  },
}

export default german

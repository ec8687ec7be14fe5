import type { PartialTexts } from '../types/texts.ts'

/** The Italian texts. They address the user as "tu". */
const italian: PartialTexts = {
  lang: 'it',
  dir: 'ltr',
  signIn: {
    title: 'Accedi',
    with: (provider) => `Accedi con ${provider}`,
    or: 'oppure',
  },
  signInErrors: {
    AccountExists: 'Hai già un account. Accedi o reimposta la password.',
    AccountNotLinked:
      'Questa passkey o questo indirizzo email appartiene a un altro account. Accedi con il metodo che hai usato la prima volta.',
    Configuration: 'Si è verificato un errore da parte nostra. Riprova o scegli un altro metodo di accesso.',
    CredentialsSignin: 'I dati non sono corretti. Controllali e riprova.',
    Default: 'Impossibile accedere. Riprova.',
    EmailSignInError:
      'Impossibile inviare l’email. Controlla l’indirizzo. Se è corretto, riprova più tardi o scegli un altro metodo di accesso.',
    MissingCSRF: 'Questo modulo è scaduto o è stato aperto a un altro indirizzo. Riprova.',
    MissingCookie:
      'Il browser non ha inviato il cookie necessario per l’accesso. Consenti i cookie per questo sito, poi accedi di nuovo in questa finestra.',
    OAuthAccountNotLinked:
      'Questo account non è ancora collegato. Accedi con il metodo che hai usato la prima volta.',
    OAuthCallbackError:
      'Il fornitore non ha eseguito l’accesso. Riprova oppure usa un altro account o un altro metodo di accesso.',
    ServiceUnavailable:
      'Questo metodo di accesso non è disponibile al momento. Riprova tra qualche secondo o scegline un altro.',
    SessionRequired: 'Accedi per visualizzare questa pagina.',
    SignInExpired: 'Questo accesso ha richiesto troppo tempo o è stato completato altrove. Accedi di nuovo.',
    TooManyRequests: 'Troppi tentativi. Attendi 15 minuti e riprova.',
  },
  signOut: {
    title: 'Esci',
    question: 'Vuoi uscire dal tuo account?',
    button: 'Esci',
    stay: 'Non uscire',
  },
  email: {
    label: 'Email',
  },
  credentials: {
    username: 'Nome utente',
    password: 'Password',
    button: 'Accedi',
    withPassword: 'Accedi con la password',
    forgotPassword: 'Hai dimenticato la password?',
    showPassword: 'Mostra password',
    hidePassword: 'Nascondi password',
  },
  webauthn: {
    add: 'Aggiungi una passkey',
    cancelled: 'Non è stata usata nessuna passkey. Riprova o scegli un altro metodo di accesso.',
    alreadyRegistered: 'Hai già una passkey su questo dispositivo.',
    refused: 'I dati inseriti non sono stati accettati. Controllali e riprova.',
    failed: 'Impossibile usare la passkey. Riprova o scegli un altro metodo di accesso.',
    unsupported:
      'Questo browser non supporta le passkey. Scegli un altro metodo di accesso o usa un browser più recente.',
    noScript: 'Le passkey richiedono JavaScript. Attiva JavaScript o scegli un altro metodo di accesso.',
  },
  verify: {
    title: 'Conferma la tua identità',
    totp: 'Inserisci il codice che la tua app di autenticazione mostra per questo sito.',
    recoveryCode: 'Inserisci uno dei tuoi codici di recupero.',
    orRecoveryCode: 'Se non hai l’app, inserisci uno dei tuoi codici di recupero.',
    code: 'Codice',
    passkey: 'Usa una passkey',
    stepUp: 'Il prossimo passaggio richiede maggiore sicurezza.',
    failed: 'Questo codice è errato o è già stato usato. Attendi il prossimo e riprova.',
    trustDevice: (days) =>
      days === '1'
        ? 'Non chiedere su questo dispositivo per 1 giorno'
        : `Non chiedere su questo dispositivo per ${days} giorni`,
    button: 'Continua',
  },
  interruptedForm: {
    title: 'Continua da dove avevi interrotto',
    body: 'Grazie. I dati che hai inserito sono stati conservati. Inviali ora o torna indietro senza inviarli.',
    button: 'Continua',
    lostTitle: 'Compila di nuovo il modulo',
    lost: 'I dati che avevi inserito non sono stati conservati, sono scaduti o sono già stati inviati. Nulla è stato inviato di nuovo.',
    back: 'Indietro',
  },
  enroll: {
    title: 'Configura la verifica in due passaggi',
    scan: 'Scansiona questo codice QR con un’app di autenticazione.',
    qr: 'Codice QR con la chiave per un’app di autenticazione',
    secret: 'Se non riesci a scansionarlo, inserisci questa chiave nell’app:',
    confirm: 'Inserisci il codice mostrato dall’app.',
    failed:
      'Questo codice è errato. Controlla l’ora del dispositivo, attendi il codice successivo e riprova.',
    button: 'Continua',
  },
  recoveryCodes: {
    title: 'I tuoi codici di recupero',
    keep: 'Conserva questi codici in un luogo sicuro. Senza la tua app di autenticazione, ognuno ti permette di accedere una volta. Vengono mostrati solo ora.',
    left: (count) => {
      if (count === '0') return 'Non hai più codici di recupero. Creane di nuovi nel tuo account.'
      const codes = count === '1' ? 'Hai ancora 1 codice' : `Hai ancora ${count} codici`
      return `${codes} di recupero. Creane di nuovi nel tuo account.`
    },
    button: 'Continua',
  },
  verifyRequest: {
    title: 'Controlla la tua email',
    body: 'Ti abbiamo inviato un link di accesso. Aprilo in questo browser. Se non arriva, controlla la cartella dello spam.',
    sent: (address) =>
      `Abbiamo inviato un codice a ${address}. Inseriscilo qui, in questo browser, entro 10 minuti.`,
    orLink: 'Puoi anche aprire il link nell’email.',
    code: 'Codice',
    button: 'Accedi',
    failed: 'Questo codice è errato o scaduto. Riprova o richiedine un altro.',
    again: 'Invia un altro codice',
  },
  confirmLink: {
    title: 'Accedi',
    body: (email) => `Con questo link accedi come ${email}. Continua solo se l’hai richiesto tu.`,
    button: 'Accedi',
  },
  signUp: {
    title: 'Crea un account',
    linked: (email) => `Il tuo indirizzo ${email} è confermato. Scegli una password.`,
    lost: 'Questo link o codice non è più valido. Ricomincia da capo.',
    button: 'Crea account',
    signIn: 'Ho già un account',
  },
  confirmSignUp: {
    title: 'Conferma il tuo indirizzo',
    body: (email) => `Inserisci il codice dell’email inviata a ${email}.`,
    code: 'Codice',
    failed: 'Questo codice è errato o scaduto. Riprova o richiedine un altro.',
    button: 'Crea account',
    again: 'Usa un altro indirizzo o richiedi un altro codice',
  },
  resetRequest: {
    title: 'Reimposta la password',
    body: 'Inserisci il tuo indirizzo email. Ti invieremo un link per scegliere una nuova password.',
    button: 'Invia link',
    lost: 'Questo link è scaduto o è già stato usato. Richiedine un altro.',
    back: 'Torna all’accesso',
  },
  resetSent: {
    title: 'Controlla la tua email',
    body: 'Ti abbiamo inviato un’email. Apri il link che contiene entro un’ora. Se non arriva, controlla la cartella dello spam.',
  },
  verifyAddress: {
    title: 'Conferma il tuo indirizzo',
    body: (email) => `Inserisci il codice dell’email inviata a ${email}.`,
    code: 'Codice',
    failed: 'Questo codice è errato o scaduto. Riprova o richiedine un altro.',
    button: 'Continua',
    again: 'Accedi di nuovo per ricevere un altro codice',
  },
  newPassword: {
    title: 'Scegli una nuova password',
    required: 'Per continuare ti serve una nuova password.',
    label: 'Nuova password',
    hint: (length) => `Usa almeno ${length} caratteri. Alcune parole a caso vanno bene.`,
    button: 'Salva password',
    done: 'La tua password è stata modificata. Usala per accedere.',
    rejected: {
      short: 'Questa password è troppo corta. Scegline una più lunga.',
      long: 'Questa password è troppo lunga. Scegline una più corta.',
      common: 'Questa password è troppo comune. Scegline una più difficile da indovinare.',
      breached: 'Questa password è comparsa in una violazione di dati di un altro sito. Scegline un’altra.',
      contextWord:
        'Questa password è troppo simile ai tuoi dati o al nome di questo sito. Scegline un’altra.',
      same: 'Questa è la tua password attuale. Scegline un’altra.',
    },
  },
  confirmAddress: {
    title: 'Conferma il tuo indirizzo',
    current: (email) => `Il tuo account non userà più ${email}. Continua solo se l’hai richiesto tu.`,
    newAddress: (email) => `Il tuo account userà ${email}. Continua solo se l’hai richiesto tu.`,
    button: 'Conferma',
  },
  addressConfirmed: {
    title: 'Grazie',
    changed: 'Il tuo indirizzo email è stato modificato.',
    waitsForCurrent: 'Ora conferma la modifica nell’email che abbiamo inviato al tuo indirizzo attuale.',
    waitsForNew: 'Ora conferma la modifica nell’email che abbiamo inviato al tuo nuovo indirizzo.',
  },
  error: {
    reference: 'Se il problema persiste, contatta il responsabile del sito e indica questo riferimento:',
    signIn: 'Accedi di nuovo',
    home: 'Vai alla pagina iniziale',
  },
  errors: {
    AccessDenied: {
      title: 'Accesso negato',
      body: 'Il tuo account non ha accesso a questo sito. Prova con un altro account o contatta il responsabile del sito.',
    },
    BadRequest: {
      title: 'Richiesta non valida',
      body: 'Impossibile elaborare la richiesta. Torna indietro e riprova.',
    },
    Configuration: {
      title: 'Si è verificato un errore',
      body: 'Impossibile completare la richiesta. Riprova. Se non funziona ancora, attendi qualche minuto.',
    },
    Default: { title: 'Si è verificato un errore', body: 'Riprova.' },
    MethodNotAllowed: {
      title: 'Pagina non disponibile',
      body: 'Questa pagina non può essere aperta direttamente. Parti dalla pagina iniziale.',
    },
    PayloadTooLarge: {
      title: 'Modulo troppo grande',
      body: 'Il modulo contiene troppi dati. Abbrevia il testo inserito e riprova.',
    },
    ServiceUnavailable: {
      title: 'Non disponibile al momento',
      body: 'Attendi qualche secondo, poi riprova o scegli un altro metodo di accesso.',
    },
    SignOutError: {
      title: 'Hai eseguito l’uscita in questo browser',
      body: 'Il server non è riuscito a terminare la sessione ovunque. Se qualcuno l’ha copiata, la copia può restare attiva fino alla scadenza.',
    },
    TooManyRequests: { title: 'Troppi tentativi', body: 'Attendi 15 minuti e riprova.' },
    UnknownAction: {
      title: 'Pagina non trovata',
      body: 'Questa pagina non esiste. Parti dalla pagina iniziale.',
    },
    UnsupportedMediaType: {
      title: 'Richiesta non valida',
      body: 'Il modulo è stato inviato in un formato non supportato. Torna indietro e riprova.',
    },
    Verification: {
      title: 'Questo link non è più valido',
      body: 'È scaduto o è già stato usato. Accedi di nuovo per ricevere un nuovo link.',
    },
    WebAuthnVerificationError: {
      title: 'Passkey non accettata',
      body: 'Riprova o scegli un altro metodo di accesso.',
    },
  },
  mail: {
    subject: (host) => `Accedi a ${host}`,
    title: (host) => `Accedi a ${host}`,
    button: 'Accedi',
    ignore: 'Se non hai richiesto questa email, puoi ignorarla.',
    enterCode:
      'Inserisci questo codice nella pagina che l’ha richiesto. Non condividerlo con nessuno: non te lo chiederemo mai.',
    orLink: 'In alternativa, usa questo link:',
    expires: (duration) => `Scade tra ${duration}.`,
    signUp: {
      subject: (host) => `Conferma il tuo indirizzo email per ${host}`,
      title: 'Conferma il tuo indirizzo email',
      body: (host) => `Conferma il tuo indirizzo email per creare il tuo account su ${host}.`,
      button: 'Conferma indirizzo',
    },
    accountExists: {
      subject: (host) => `Hai già un account su ${host}`,
      title: 'Hai già un account',
      body: (host) =>
        `Qualcuno ha provato a creare un account su ${host} con il tuo indirizzo email, che ne ha già uno. Se sei stato tu, accedi.`,
      button: 'Accedi',
      reset: 'Hai dimenticato la password?',
    },
    reset: {
      subject: (host) => `Reimposta la password per ${host}`,
      title: 'Reimposta la password',
      body: (host) => `Scegli una nuova password per il tuo account su ${host}.`,
      button: 'Scegli una nuova password',
      ignore: 'Se non hai richiesto questa email, ignorala. La tua password resta invariata.',
    },
    noAccount: {
      subject: (host) => `La tua richiesta su ${host}`,
      title: 'Non esiste un account con questo indirizzo',
      body: (host) =>
        `È stata richiesta una nuova password per il tuo indirizzo email, che però non ha un account su ${host}. Forse hai usato un altro indirizzo per registrarti.`,
      button: 'Crea un account',
    },
    verifyAddress: {
      subject: (host) => `Conferma il tuo indirizzo email per ${host}`,
      title: 'Conferma il tuo indirizzo email',
      body: (host) => `Conferma l’indirizzo email del tuo account su ${host}.`,
      button: 'Conferma indirizzo',
    },
    changeAddress: {
      subject: (host) => `Conferma il tuo nuovo indirizzo email per ${host}`,
      title: 'Conferma il tuo nuovo indirizzo email',
      body: (host) => `Conferma che il tuo account su ${host} può usare questo indirizzo email.`,
      button: 'Conferma indirizzo',
    },
    confirmChange: {
      subject: (host) => `Conferma la modifica del tuo indirizzo email per ${host}`,
      title: 'Conferma la modifica del tuo indirizzo email',
      body: (host) => `È stato richiesto un nuovo indirizzo email per il tuo account su ${host}.`,
      newAddress: (email) => `Il nuovo indirizzo è ${email}.`,
      button: 'Conferma la modifica',
      warning:
        'Se non l’hai richiesta tu, non confermarla. Accedi, cambia la password e termina le altre sessioni.',
    },
    addressInUse: {
      subject: (host) => `Il tuo indirizzo email su ${host}`,
      title: 'Questo indirizzo ha già un account',
      body: (host) =>
        `Qualcuno ha provato ad aggiungere il tuo indirizzo email a un altro account su ${host}. Non è cambiato nulla.`,
    },
    notice: {
      titles: {
        accountLinked: 'Un nuovo metodo di accesso è stato aggiunto al tuo account',
        accountUnlinked: 'Un metodo di accesso è stato rimosso dal tuo account',
        addressChanged: 'L’indirizzo email del tuo account è stato modificato',
        passkeyAdded: 'Una passkey è stata aggiunta al tuo account',
        passkeyRemoved: 'Una passkey è stata rimossa dal tuo account',
        passwordChanged: 'La tua password è stata modificata',
        passwordRemoved: 'La tua password è stata rimossa',
        passwordReset: 'La tua password è stata reimpostata',
        passwordSet: 'Una password è stata aggiunta al tuo account',
        recoveryCodeUsed: 'Un codice di recupero del tuo account è stato usato',
        recoveryCodesReplaced: 'I tuoi codici di recupero sono stati sostituiti',
        secondFactorAdded: 'La verifica in due passaggi è stata attivata o ampliata',
        secondFactorRemoved: 'La verifica in due passaggi è stata disattivata',
        sessionsRevoked: 'Il tuo account è stato disconnesso da tutti i dispositivi',
      },
      body: (host) =>
        `Questa email riguarda il tuo account su ${host}. Se hai fatto tu questa modifica, non devi fare altro.`,
      time: (time) => `Ora: ${time}`,
      device: (device) => `Dispositivo: ${device}`,
      provider: (name) => `Metodo di accesso: ${name}`,
      codesLeft: (count) => `Codici di recupero rimasti: ${count}`,
      warning:
        'Se non sei stato tu, accedi subito, esci da tutti gli altri dispositivi e cambia il modo in cui accedi. Se non riesci ad accedere, contatta il responsabile del sito.',
      button: 'Controlla il tuo account',
      resetWarning: 'Se non sei stato tu, reimposta subito la password: così il tuo account viene disconnesso anche da tutti i dispositivi. Se poi non riesci ad accedere, contatta il responsabile del sito.',
      resetButton: 'Reimposta la password',
    },
  },
}

export default italian

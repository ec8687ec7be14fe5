import type { Texts } from '../types/texts.ts'

/** The Dutch texts. They address the user as "je". */
const dutch: Texts = {
  lang: 'nl',
  dir: 'ltr',
  signIn: {
    title: 'Inloggen',
    with: (provider) => `Inloggen met ${provider}`,
    or: 'of',
  },
  signInErrors: {
    AccountExists: 'Je hebt al een account. Log in of stel je wachtwoord opnieuw in.',
    AccountNotLinked:
      'Deze toegangssleutel of dit e-mailadres hoort bij een ander account. Log in met de methode die je de eerste keer hebt gebruikt.',
    Configuration: 'Er is bij ons iets misgegaan. Probeer het opnieuw of kies een andere inlogmethode.',
    CredentialsSignin: 'De gegevens zijn onjuist. Controleer ze en probeer het opnieuw.',
    Default: 'Inloggen is niet gelukt. Probeer het opnieuw.',
    EmailSignInError:
      'De e-mail kon niet worden verzonden. Controleer het adres. Als het klopt, probeer het later opnieuw of kies een andere inlogmethode.',
    MissingCSRF: 'Dit formulier is verlopen of op een ander adres geopend. Probeer het opnieuw.',
    MissingCookie:
      'Je browser heeft de cookie die nodig is om in te loggen niet verzonden. Sta cookies toe voor deze site en log opnieuw in in dit venster.',
    OAuthAccountNotLinked:
      'Dit account is nog niet gekoppeld. Log in met de methode die je de eerste keer hebt gebruikt.',
    OAuthCallbackError:
      'De provider heeft je niet ingelogd. Probeer het opnieuw, of gebruik een ander account of een andere inlogmethode.',
    PhoneSignInError:
      'De code kon niet worden verzonden. Voer het nummer in met de landcode, bijvoorbeeld +49 151 23456789. Als het klopt, probeer het later opnieuw of kies een andere inlogmethode.',
    ServiceUnavailable:
      'Deze inlogmethode is op dit moment niet beschikbaar. Probeer het over een paar seconden opnieuw of kies een andere.',
    SessionRequired: 'Log in om deze pagina te bekijken.',
    SignInExpired: 'Het inloggen duurde te lang of is ergens anders voltooid. Log opnieuw in.',
    TooManyRequests: 'Te veel pogingen. Wacht 15 minuten en probeer het opnieuw.',
  },
  signOut: {
    title: 'Uitloggen',
    question: 'Wil je uitloggen?',
    button: 'Uitloggen',
    stay: 'Ingelogd blijven',
  },
  email: {
    label: 'E-mailadres',
  },
  phone: {
    label: 'Telefoonnummer met landcode',
  },
  credentials: {
    username: 'Gebruikersnaam',
    password: 'Wachtwoord',
    button: 'Inloggen',
    withPassword: 'Inloggen met wachtwoord',
    forgotPassword: 'Wachtwoord vergeten?',
    showPassword: 'Wachtwoord tonen',
    hidePassword: 'Wachtwoord verbergen',
  },
  webauthn: {
    add: 'Toegangssleutel toevoegen',
    cancelled: 'Er is geen toegangssleutel gebruikt. Probeer het opnieuw of kies een andere inlogmethode.',
    alreadyRegistered: 'Je hebt al een toegangssleutel op dit apparaat.',
    refused: 'De ingevoerde gegevens zijn niet geaccepteerd. Controleer ze en probeer het opnieuw.',
    failed:
      'De toegangssleutel kon niet worden gebruikt. Probeer het opnieuw of kies een andere inlogmethode.',
    unsupported:
      'Deze browser ondersteunt geen toegangssleutels. Kies een andere inlogmethode of gebruik een nieuwere browser.',
    noScript:
      'Voor toegangssleutels is JavaScript nodig. Zet JavaScript aan of kies een andere inlogmethode.',
  },
  verify: {
    title: 'Bevestig dat jij het bent',
    totp: 'Voer de code in die je authenticator-app voor deze site toont.',
    recoveryCode: 'Voer een van je herstelcodes in.',
    orRecoveryCode: 'Heb je de app niet bij de hand? Voer dan een van je herstelcodes in.',
    code: 'Code',
    passkey: 'Toegangssleutel gebruiken',
    stepUp: 'Voor de volgende stap is extra beveiliging nodig.',
    failed: 'Deze code is onjuist of al gebruikt. Wacht op de volgende en probeer het opnieuw.',
    trustDevice: (days) =>
      days === '1'
        ? 'Op dit apparaat 1 dag niet meer vragen'
        : `Op dit apparaat ${days} dagen niet meer vragen`,
    button: 'Doorgaan',
  },
  interruptedForm: {
    title: 'Verdergaan waar je gebleven was',
    body: 'Bedankt. Wat je hebt ingevuld, is bewaard. Verzend het nu of ga terug zonder het te verzenden.',
    button: 'Doorgaan',
    lostTitle: 'Vul het formulier opnieuw in',
    lost: 'Wat je had ingevuld, is niet bewaard, is verlopen of was al verzonden. Er is niets opnieuw verzonden.',
    back: 'Terug',
  },
  enroll: {
    title: 'Verificatie in twee stappen instellen',
    scan: 'Scan deze QR-code met een authenticator-app.',
    qr: 'QR-code met de sleutel voor een authenticator-app',
    secret: 'Kun je hem niet scannen? Voer dan deze sleutel in de app in:',
    confirm: 'Voer de code in die de app toont.',
    failed:
      'Deze code is onjuist. Controleer de tijd op je apparaat, wacht op de volgende code en probeer het opnieuw.',
    button: 'Doorgaan',
  },
  recoveryCodes: {
    title: 'Je herstelcodes',
    keep: 'Bewaar deze codes op een veilige plek. Zonder je authenticator-app kun je met elke code één keer inloggen. Ze worden alleen nu getoond.',
    left: (count) => {
      if (count === '0') return 'Je hebt geen herstelcodes meer. Maak nieuwe aan in je account.'
      const codes = count === '1' ? '1 herstelcode' : `${count} herstelcodes`
      return `Je hebt nog ${codes}. Maak nieuwe aan in je account.`
    },
    button: 'Doorgaan',
  },
  verifyRequest: {
    title: 'Bekijk je e-mail',
    body: 'We hebben je een inloglink gestuurd. Open die in deze browser. Komt er niets aan? Kijk dan in je spammap.',
    phoneTitle: 'Bekijk je telefoon',
    sent: (address) =>
      `We hebben een code gestuurd naar ${address}. Voer die hier binnen 10 minuten in, in deze browser.`,
    orLink: 'Je kunt ook de link in de e-mail openen.',
    code: 'Code',
    button: 'Inloggen',
    failed: 'Deze code is onjuist of verlopen. Probeer het opnieuw of vraag een nieuwe aan.',
    again: 'Nieuwe code sturen',
  },
  confirmLink: {
    title: 'Inloggen',
    body: (email) => `Met deze link log je in als ${email}. Ga alleen door als je hem zelf hebt aangevraagd.`,
    button: 'Inloggen',
  },
  signUp: {
    title: 'Account maken',
    linked: (email) => `Je adres ${email} is bevestigd. Kies een wachtwoord.`,
    lost: 'Deze link of code is niet meer geldig. Begin opnieuw.',
    button: 'Account maken',
    signIn: 'Ik heb al een account',
  },
  confirmSignUp: {
    title: 'Bevestig je adres',
    body: (email) => `Voer de code in uit de e-mail aan ${email}.`,
    code: 'Code',
    failed: 'Deze code is onjuist of verlopen. Probeer het opnieuw of vraag een nieuwe aan.',
    button: 'Account maken',
    again: 'Ander adres gebruiken of nieuwe code aanvragen',
  },
  resetRequest: {
    title: 'Wachtwoord opnieuw instellen',
    body: 'Voer je e-mailadres in. We sturen je een link waarmee je een nieuw wachtwoord kiest.',
    button: 'Link sturen',
    lost: 'Deze link is verlopen of al gebruikt. Vraag een nieuwe aan.',
    back: 'Terug naar inloggen',
  },
  resetSent: {
    title: 'Bekijk je e-mail',
    body: 'We hebben je een e-mail gestuurd. Open de link daarin binnen een uur. Komt er niets aan? Kijk dan in je spammap.',
  },
  verifyAddress: {
    title: 'Bevestig je adres',
    body: (email) => `Voer de code in uit de e-mail aan ${email}.`,
    code: 'Code',
    failed: 'Deze code is onjuist of verlopen. Probeer het opnieuw of vraag een nieuwe aan.',
    button: 'Doorgaan',
    again: 'Opnieuw inloggen om een nieuwe code te ontvangen',
  },
  newPassword: {
    title: 'Kies een nieuw wachtwoord',
    required: 'Je hebt een nieuw wachtwoord nodig om door te gaan.',
    label: 'Nieuw wachtwoord',
    hint: (length) => `Gebruik minstens ${length} tekens. Een paar willekeurige woorden werken goed.`,
    button: 'Wachtwoord opslaan',
    done: 'Je wachtwoord is gewijzigd. Log ermee in.',
    rejected: {
      short: 'Dit wachtwoord is te kort. Kies een langer wachtwoord.',
      long: 'Dit wachtwoord is te lang. Kies een korter wachtwoord.',
      common: 'Dit wachtwoord wordt te vaak gebruikt. Kies er een dat moeilijker te raden is.',
      breached: 'Dit wachtwoord is bij een datalek op een andere site bekend geworden. Kies een ander.',
      contextWord: 'Dit wachtwoord lijkt te veel op je gegevens of op de naam van deze site. Kies een ander.',
      same: 'Dit is je huidige wachtwoord. Kies een ander.',
    },
  },
  confirmAddress: {
    title: 'Bevestig je adres',
    current: (email) =>
      `Je account gebruikt ${email} dan niet meer. Ga alleen door als je dit zelf hebt aangevraagd.`,
    newAddress: (email) =>
      `Je account gaat ${email} gebruiken. Ga alleen door als je dit zelf hebt aangevraagd.`,
    button: 'Bevestigen',
  },
  addressConfirmed: {
    title: 'Bedankt',
    changed: 'Je e-mailadres is gewijzigd.',
    waitsForCurrent:
      'Bevestig de wijziging nu ook in de e-mail die we naar je huidige adres hebben gestuurd.',
    waitsForNew: 'Bevestig de wijziging nu ook in de e-mail die we naar je nieuwe adres hebben gestuurd.',
  },
  account: {
    title: 'Je account',
    back: 'Je account',
    sections: {
      profile: 'Profiel',
      email: 'E-mailadres',
      password: 'Wachtwoord',
      secondFactor: 'Verificatie in twee stappen',
      passkeys: 'Toegangssleutels',
      accounts: 'Gekoppelde accounts',
      sessions: 'Sessies en apparaten',
      events: 'Recente activiteit',
      export: 'Je gegevens',
      delete: 'Account verwijderen',
    },
    open: {
      profile: 'Bewerken',
      email: 'Wijzigen',
      password: 'Wijzigen',
      secondFactor: 'Beheren',
      passkeys: 'Beheren',
      accounts: 'Beheren',
      sessions: 'Beheren',
      events: 'Alles bekijken',
      export: 'Downloaden',
      delete: 'Account verwijderen',
    },
    status: {
      addressChanged: 'Je e-mailadres is gewijzigd.',
      addressChangeCancelled: 'De wijziging van je e-mailadres is geannuleerd.',
      addressConfirmed: 'Het adres is bevestigd. Het andere adres moet de wijziging nog bevestigen.',
      addressRequested: 'We hebben een code gestuurd om de wijziging te bevestigen.',
      accountConnected: 'Het account is gekoppeld.',
      accountDisconnected: 'Het account is ontkoppeld.',
      devicesForgotten: 'Op elk apparaat wordt weer om een tweede stap gevraagd.',
      factorAdded: 'Verificatie in twee stappen is ingeschakeld.',
      factorRemoved: 'De tweede stap is verwijderd.',
      passkeyRemoved: 'De toegangssleutel is verwijderd.',
      passkeyRenamed: 'De naam van de toegangssleutel is gewijzigd.',
      passwordChanged: 'Je wachtwoord is gewijzigd. Je andere sessies zijn uitgelogd.',
      passwordRemoved: 'Je wachtwoord is verwijderd.',
      passwordSet: 'Je wachtwoord is ingesteld.',
      recoveryCodesReplaced: 'Je herstelcodes zijn vervangen.',
      sessionRenamed: 'De naam van de sessie is gewijzigd.',
      sessionRevoked: 'De sessie is uitgelogd.',
      sessionsRevoked: 'Alle andere sessies zijn uitgelogd.',
      userDeleted: 'Je account is verwijderd.',
    },
    errors: {
      BadRequest: 'Controleer wat je hebt ingevuld.',
      CredentialsSignin: 'Het huidige wachtwoord is onjuist.',
      Default: 'Dat is niet gelukt. Er is niets gewijzigd. Probeer het opnieuw.',
      EmailSignInError: 'Voer een ander geldig e-mailadres in.',
      LastSignInMethod: 'Dit is je laatste inlogmethode. Voeg eerst een andere toe.',
      PasswordExists: 'Je hebt al een wachtwoord.',
      SecondFactorFailed: 'Je hebt nog geen toegangssleutel. Voeg er eerst een toe.',
      TooManyRequests: 'Te veel pogingen. Probeer het later opnieuw.',
      Verification: 'De code is onjuist of verlopen.',
    },
    email: {
      verified: 'Bevestigd',
      unverified: 'Niet bevestigd',
      none: 'Geen adres',
      newAddress: 'Nieuw e-mailadres',
      change: 'Code sturen',
      pending: (address) => `${address} moet nog worden bevestigd. Voer de code uit de e-mail in.`,
      code: 'Code',
      confirm: 'Bevestigen',
      cancel: 'Wijziging annuleren',
    },
    password: {
      changed: (date) => `Laatst gewijzigd op ${date}`,
      set: 'Ingesteld',
      none: 'Je hebt geen wachtwoord.',
      current: 'Huidig wachtwoord',
      change: 'Wachtwoord wijzigen',
      add: 'Wachtwoord instellen',
      remove: 'Wachtwoord verwijderen',
    },
    secondFactor: {
      off: 'Uit. Voeg een tweede stap toe om je account te beschermen als je wachtwoord wordt gestolen.',
      app: 'Authenticator-app',
      passkeys: 'Toegangssleutels',
      setUp: 'Authenticator-app instellen',
      remove: 'Verwijderen',
      codesLeft: (count) => `Resterende herstelcodes: ${count}`,
      newCodes: 'Nieuwe herstelcodes ophalen',
      usePasskeys: 'Toegangssleutels als tweede stap',
      forgetDevices: 'Op elk apparaat opnieuw vragen',
    },
    passkeys: {
      none: 'Je hebt geen toegangssleutels.',
      unnamed: 'Toegangssleutel',
      add: 'Toegangssleutel toevoegen',
      remove: 'Verwijderen',
    },
    accounts: {
      none: 'Er zijn geen accounts gekoppeld.',
      connect: (provider) => `${provider} koppelen`,
      disconnect: 'Ontkoppelen',
    },
    sessions: {
      current: 'Dit apparaat',
      unknown: 'Onbekend apparaat',
      lastSeen: (time) => `Laatst actief: ${time}`,
      signOut: 'Uitloggen',
      signOutOthers: 'Alle andere sessies uitloggen',
    },
    name: 'Naam',
    rename: 'Naam wijzigen',
    save: 'Opslaan',
    added: (date) => `Toegevoegd op ${date}`,
    more: 'Ouder',
    events: {
      accountLinked: 'Er is een account gekoppeld',
      accountUnlinked: 'Er is een account ontkoppeld',
      addressChanged: 'Het e-mailadres is gewijzigd',
      addressChangeRequested: 'Er is een wijziging van het e-mailadres aangevraagd',
      passkeyAdded: 'Er is een toegangssleutel toegevoegd',
      passkeyRemoved: 'Er is een toegangssleutel verwijderd',
      passwordChanged: 'Het wachtwoord is gewijzigd',
      passwordRemoved: 'Het wachtwoord is verwijderd',
      passwordReset: 'Het wachtwoord is opnieuw ingesteld',
      passwordSet: 'Er is een wachtwoord ingesteld',
      recoveryCodesReplaced: 'De herstelcodes zijn vervangen',
      recoveryCodeUsed: 'Er is een herstelcode gebruikt',
      secondFactorAdded: 'Er is een tweede stap toegevoegd',
      secondFactorFailed: 'Een tweede stap is mislukt',
      secondFactorRemoved: 'Er is een tweede stap verwijderd',
      sessionEnded: 'Er is een sessie uitgelogd',
      sessionsRevoked: 'Er zijn sessies uitgelogd',
      signedIn: 'Ingelogd',
      signInFailed: 'Een inlogpoging is mislukt',
      signedUp: 'Aangemeld',
    },
    noEvents: 'Er is nog niets gebeurd.',
    export: 'Download een kopie van wat we over je opslaan.',
    delete: {
      warning: 'Je account en alles wat erin staat, wordt verwijderd. Je kunt dit niet ongedaan maken.',
      confirm: (address) => `Voer ter bevestiging ${address} in`,
      button: 'Mijn account verwijderen',
    },
  },
  error: {
    reference:
      'Blijft het probleem bestaan? Neem dan contact op met de beheerder van de site en vermeld deze referentie:',
    signIn: 'Opnieuw inloggen',
    home: 'Naar de startpagina',
  },
  errors: {
    AccessDenied: {
      title: 'Toegang geweigerd',
      body: 'Je account heeft geen toegang tot deze site. Probeer een ander account of neem contact op met de beheerder van de site.',
    },
    BadRequest: {
      title: 'Ongeldig verzoek',
      body: 'Het verzoek kon niet worden verwerkt. Ga terug en probeer het opnieuw.',
    },
    Configuration: {
      title: 'Er is iets misgegaan',
      body: 'Je verzoek kon niet worden voltooid. Probeer het opnieuw. Lukt het weer niet, wacht dan een paar minuten.',
    },
    Default: { title: 'Er is iets misgegaan', body: 'Probeer het opnieuw.' },
    MethodNotAllowed: {
      title: 'Pagina niet beschikbaar',
      body: 'Deze pagina kan niet rechtstreeks worden geopend. Begin op de startpagina.',
    },
    PayloadTooLarge: {
      title: 'Formulier te groot',
      body: 'Het formulier bevat te veel gegevens. Maak je invoer korter en probeer het opnieuw.',
    },
    ServiceUnavailable: {
      title: 'Op dit moment niet beschikbaar',
      body: 'Wacht een paar seconden en probeer het opnieuw, of kies een andere inlogmethode.',
    },
    SignOutError: {
      title: 'Uitgelogd in deze browser',
      body: 'De server kon je sessie niet overal beëindigen. Als iemand die heeft gekopieerd, kan de kopie ingelogd blijven tot die verloopt.',
    },
    TooManyRequests: {
      title: 'Te veel pogingen',
      body: 'Wacht 15 minuten en probeer het opnieuw.',
    },
    UnknownAction: {
      title: 'Pagina niet gevonden',
      body: 'Deze pagina bestaat niet. Begin op de startpagina.',
    },
    UnsupportedMediaType: {
      title: 'Ongeldig verzoek',
      body: 'Het formulier is verzonden in een indeling die niet wordt ondersteund. Ga terug en probeer het opnieuw.',
    },
    Verification: {
      title: 'Deze link is niet meer geldig',
      body: 'Hij is verlopen of al gebruikt. Log opnieuw in om een nieuwe link te ontvangen.',
    },
    WebAuthnVerificationError: {
      title: 'Toegangssleutel niet geaccepteerd',
      body: 'Probeer het opnieuw of kies een andere inlogmethode.',
    },
  },
  mail: {
    subject: (host) => `Inloggen bij ${host}`,
    title: (host) => `Inloggen bij ${host}`,
    button: 'Inloggen',
    ignore: 'Heb je deze e-mail niet aangevraagd? Dan kun je hem gewoon negeren.',
    enterCode:
      'Voer deze code in op de pagina die erom heeft gevraagd. Deel hem met niemand: wij vragen je er nooit om.',
    orLink: 'Of gebruik in plaats daarvan deze link:',
    expires: (duration) => `Geldig gedurende ${duration}.`,
    signUp: {
      subject: (host) => `Bevestig je e-mailadres voor ${host}`,
      title: 'Bevestig je e-mailadres',
      body: (host) => `Bevestig je e-mailadres om je account bij ${host} te maken.`,
      button: 'Adres bevestigen',
    },
    accountExists: {
      subject: (host) => `Je hebt al een account bij ${host}`,
      title: 'Je hebt al een account',
      body: (host) =>
        `Iemand heeft geprobeerd bij ${host} een account te maken met jouw e-mailadres, dat er al een heeft. Was jij dat? Log dan in.`,
      button: 'Inloggen',
      reset: 'Wachtwoord vergeten?',
    },
    reset: {
      subject: (host) => `Stel je wachtwoord voor ${host} opnieuw in`,
      title: 'Stel je wachtwoord opnieuw in',
      body: (host) => `Kies een nieuw wachtwoord voor je account bij ${host}.`,
      button: 'Nieuw wachtwoord kiezen',
      ignore: 'Heb je deze e-mail niet aangevraagd? Negeer hem dan. Je wachtwoord blijft hetzelfde.',
    },
    noAccount: {
      subject: (host) => `Je verzoek bij ${host}`,
      title: 'Er is geen account met dit adres',
      body: (host) =>
        `Er is een nieuw wachtwoord aangevraagd voor je e-mailadres, maar dat heeft geen account bij ${host}. Misschien heb je je met een ander adres aangemeld.`,
      button: 'Account maken',
    },
    verifyAddress: {
      subject: (host) => `Bevestig je e-mailadres voor ${host}`,
      title: 'Bevestig je e-mailadres',
      body: (host) => `Bevestig het e-mailadres van je account bij ${host}.`,
      button: 'Adres bevestigen',
    },
    changeAddress: {
      subject: (host) => `Bevestig je nieuwe e-mailadres voor ${host}`,
      title: 'Bevestig je nieuwe e-mailadres',
      body: (host) => `Bevestig dat je account bij ${host} dit e-mailadres mag gebruiken.`,
      button: 'Adres bevestigen',
    },
    confirmChange: {
      subject: (host) => `Bevestig de wijziging van je e-mailadres voor ${host}`,
      title: 'Bevestig de wijziging van je e-mailadres',
      body: (host) => `Er is een nieuw e-mailadres aangevraagd voor je account bij ${host}.`,
      newAddress: (email) => `Het nieuwe adres is ${email}.`,
      button: 'Wijziging bevestigen',
      warning:
        'Heb je dit niet aangevraagd? Bevestig het dan niet. Log in, wijzig je wachtwoord en beëindig de andere sessies.',
    },
    addressInUse: {
      subject: (host) => `Je e-mailadres bij ${host}`,
      title: 'Dit adres heeft al een account',
      body: (host) =>
        `Iemand heeft geprobeerd jouw e-mailadres aan een ander account bij ${host} toe te voegen. Er is niets gewijzigd.`,
    },
    notice: {
      titles: {
        accountLinked: 'Er is een inlogmethode aan je account toegevoegd',
        accountUnlinked: 'Er is een inlogmethode uit je account verwijderd',
        addressChanged: 'Het e-mailadres van je account is gewijzigd',
        passkeyAdded: 'Er is een toegangssleutel aan je account toegevoegd',
        passkeyRemoved: 'Er is een toegangssleutel uit je account verwijderd',
        passwordChanged: 'Je wachtwoord is gewijzigd',
        passwordRemoved: 'Je wachtwoord is verwijderd',
        passwordReset: 'Je wachtwoord is opnieuw ingesteld',
        passwordSet: 'Er is een wachtwoord aan je account toegevoegd',
        recoveryCodeUsed: 'Er is een herstelcode van je account gebruikt',
        recoveryCodesReplaced: 'Je herstelcodes zijn vervangen',
        secondFactorAdded: 'Verificatie in twee stappen is ingeschakeld of uitgebreid',
        secondFactorRemoved: 'Verificatie in twee stappen is uitgeschakeld',
        sessionsRevoked: 'Je bent op alle apparaten uitgelogd',
        userDeleted: 'Je account is verwijderd',
      },
      body: (host) =>
        `Deze e-mail gaat over je account bij ${host}. Heb je dit zelf gedaan? Dan hoef je niets te doen.`,
      time: (time) => `Tijd: ${time}`,
      device: (device) => `Apparaat: ${device}`,
      provider: (name) => `Inlogmethode: ${name}`,
      codesLeft: (count) => `Resterende herstelcodes: ${count}`,
      warning:
        'Was jij dit niet? Log dan nu in, log alle andere apparaten uit en wijzig hoe je inlogt. Kun je niet inloggen? Neem dan contact op met de beheerder van de site.',
      button: 'Account controleren',
      resetWarning:
        'Was jij dit niet? Stel dan nu je wachtwoord opnieuw in. Daardoor word je ook op alle apparaten uitgelogd. Kun je daarna niet inloggen? Neem dan contact op met de beheerder van de site.',
      resetButton: 'Wachtwoord opnieuw instellen',
    },
  },
}

export default dutch

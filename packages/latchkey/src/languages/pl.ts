import type { PartialTexts } from '../types/texts.ts'

/** The Polish texts. They address the user informally, and do not depend on the user's gender. */
const polish: PartialTexts = {
  lang: 'pl',
  dir: 'ltr',
  signIn: {
    title: 'Zaloguj się',
    with: (provider) => `Zaloguj się przez ${provider}`,
    or: 'lub',
  },
  signInErrors: {
    AccountExists: 'Masz już konto. Zaloguj się lub zresetuj hasło.',
    AccountNotLinked:
      'Ten klucz dostępu lub adres e-mail należy do innego konta. Zaloguj się tak samo jak za pierwszym razem.',
    Configuration: 'Wystąpił błąd po naszej stronie. Spróbuj ponownie lub wybierz inną metodę logowania.',
    CredentialsSignin: 'Dane są nieprawidłowe. Sprawdź je i spróbuj ponownie.',
    Default: 'Nie udało się zalogować. Spróbuj ponownie.',
    EmailSignInError:
      'Nie udało się wysłać e-maila. Sprawdź adres. Jeśli jest poprawny, spróbuj później lub wybierz inną metodę logowania.',
    MissingCSRF: 'Ten formularz wygasł lub został otwarty pod innym adresem. Spróbuj ponownie.',
    MissingCookie:
      'Przeglądarka nie wysłała pliku cookie, który jest potrzebny do logowania. Zezwól tej stronie na pliki cookie, a następnie zaloguj się ponownie w tym oknie.',
    OAuthAccountNotLinked:
      'To konto nie jest jeszcze połączone. Zaloguj się tak samo jak za pierwszym razem.',
    OAuthCallbackError:
      'Logowanie u dostawcy nie powiodło się. Spróbuj ponownie albo użyj innego konta lub innej metody logowania.',
    ServiceUnavailable:
      'Ta metoda logowania jest chwilowo niedostępna. Spróbuj ponownie za kilka sekund lub wybierz inną.',
    SessionRequired: 'Zaloguj się, aby wyświetlić tę stronę.',
    SignInExpired:
      'To logowanie trwało zbyt długo lub zostało dokończone w innym miejscu. Zaloguj się ponownie.',
    TooManyRequests: 'Zbyt wiele prób. Odczekaj 15 minut i spróbuj ponownie.',
  },
  signOut: {
    title: 'Wyloguj się',
    question: 'Czy chcesz się wylogować?',
    button: 'Wyloguj się',
    stay: 'Nie wylogowuj',
  },
  email: {
    label: 'Adres e-mail',
  },
  credentials: {
    username: 'Nazwa użytkownika',
    password: 'Hasło',
    button: 'Zaloguj się',
    withPassword: 'Zaloguj się hasłem',
    forgotPassword: 'Nie pamiętasz hasła?',
    showPassword: 'Pokaż hasło',
    hidePassword: 'Ukryj hasło',
  },
  webauthn: {
    add: 'Dodaj klucz dostępu',
    cancelled: 'Nie użyto klucza dostępu. Spróbuj ponownie lub wybierz inną metodę logowania.',
    alreadyRegistered: 'Masz już klucz dostępu na tym urządzeniu.',
    refused: 'Wpisane dane nie zostały przyjęte. Sprawdź je i spróbuj ponownie.',
    failed: 'Nie udało się użyć klucza dostępu. Spróbuj ponownie lub wybierz inną metodę logowania.',
    unsupported:
      'Ta przeglądarka nie obsługuje kluczy dostępu. Wybierz inną metodę logowania lub użyj nowszej przeglądarki.',
    noScript:
      'Klucze dostępu wymagają JavaScriptu. Włącz obsługę JavaScriptu lub wybierz inną metodę logowania.',
  },
  verify: {
    title: 'Potwierdź, że to Ty',
    totp: 'Wpisz kod, który aplikacja uwierzytelniająca pokazuje dla tej strony.',
    recoveryCode: 'Wpisz jeden z kodów odzyskiwania.',
    orRecoveryCode: 'Jeśli nie masz aplikacji, wpisz jeden z kodów odzyskiwania.',
    code: 'Kod',
    passkey: 'Użyj klucza dostępu',
    stepUp: 'Następny krok wymaga większego bezpieczeństwa.',
    failed: 'Ten kod jest nieprawidłowy lub został już użyty. Poczekaj na następny i spróbuj ponownie.',
    trustDevice: (days) =>
      days === '1'
        ? 'Nie pytaj na tym urządzeniu przez 1 dzień'
        : `Nie pytaj na tym urządzeniu przez ${days} dni`,
    button: 'Dalej',
  },
  interruptedForm: {
    title: 'Kontynuuj w miejscu przerwania',
    body: 'Dziękujemy. Wpisane dane zostały zachowane. Wyślij je teraz lub wróć bez wysyłania.',
    button: 'Dalej',
    lostTitle: 'Wypełnij formularz ponownie',
    lost: 'Wpisane dane nie zostały zachowane, wygasły lub zostały już wysłane. Nic nie zostało wysłane ponownie.',
    back: 'Wróć',
  },
  enroll: {
    title: 'Skonfiguruj weryfikację dwuetapową',
    scan: 'Zeskanuj ten kod QR aplikacją uwierzytelniającą.',
    qr: 'Kod QR z kluczem dla aplikacji uwierzytelniającej',
    secret: 'Jeśli nie możesz go zeskanować, wpisz ten klucz w aplikacji:',
    confirm: 'Wpisz kod, który pokazuje aplikacja.',
    failed:
      'Ten kod jest nieprawidłowy. Sprawdź godzinę na urządzeniu, poczekaj na następny kod i spróbuj ponownie.',
    button: 'Dalej',
  },
  recoveryCodes: {
    title: 'Twoje kody odzyskiwania',
    keep: 'Przechowuj te kody w bezpiecznym miejscu. Bez aplikacji uwierzytelniającej każdy z nich pozwala zalogować się jeden raz. Są wyświetlane tylko teraz.',
    left: (count) =>
      count === '0'
        ? 'Nie masz już kodów odzyskiwania. Utwórz nowe na swoim koncie.'
        : `Pozostałe kody odzyskiwania: ${count}. Utwórz nowe na swoim koncie.`,
    button: 'Dalej',
  },
  verifyRequest: {
    title: 'Sprawdź pocztę',
    body: 'Wysłaliśmy Ci link do logowania. Otwórz go w tej przeglądarce. Jeśli nie dotrze, sprawdź folder ze spamem.',
    sent: (address) =>
      `Wysłaliśmy kod na adres ${address}. Wpisz go tutaj, w tej przeglądarce, w ciągu 10 minut.`,
    orLink: 'Możesz też otworzyć link z e-maila.',
    code: 'Kod',
    button: 'Zaloguj się',
    failed: 'Ten kod jest nieprawidłowy lub wygasł. Spróbuj ponownie lub poproś o nowy.',
    again: 'Wyślij nowy kod',
  },
  confirmLink: {
    title: 'Zaloguj się',
    body: (email) =>
      `Ten link zaloguje Cię jako ${email}. Przejdź dalej tylko wtedy, gdy link został wysłany na Twoją prośbę.`,
    button: 'Zaloguj się',
  },
  signUp: {
    title: 'Utwórz konto',
    linked: (email) => `Adres ${email} został potwierdzony. Wybierz hasło.`,
    lost: 'Ten link lub kod nie jest już ważny. Zacznij od nowa.',
    button: 'Utwórz konto',
    signIn: 'Mam już konto',
  },
  confirmSignUp: {
    title: 'Potwierdź adres',
    body: (email) => `Wpisz kod z e-maila wysłanego na adres ${email}.`,
    code: 'Kod',
    failed: 'Ten kod jest nieprawidłowy lub wygasł. Spróbuj ponownie lub poproś o nowy.',
    button: 'Utwórz konto',
    again: 'Użyj innego adresu lub poproś o nowy kod',
  },
  resetRequest: {
    title: 'Zresetuj hasło',
    body: 'Wpisz adres e-mail. Wyślemy Ci link, który pozwoli wybrać nowe hasło.',
    button: 'Wyślij link',
    lost: 'Ten link wygasł lub został już użyty. Poproś o nowy.',
    back: 'Wróć do logowania',
  },
  resetSent: {
    title: 'Sprawdź pocztę',
    body: 'Wysłaliśmy Ci e-mail. Otwórz zawarty w nim link w ciągu godziny. Jeśli nie dotrze, sprawdź folder ze spamem.',
  },
  verifyAddress: {
    title: 'Potwierdź adres',
    body: (email) => `Wpisz kod z e-maila wysłanego na adres ${email}.`,
    code: 'Kod',
    failed: 'Ten kod jest nieprawidłowy lub wygasł. Spróbuj ponownie lub poproś o nowy.',
    button: 'Dalej',
    again: 'Zaloguj się ponownie, aby otrzymać nowy kod',
  },
  newPassword: {
    title: 'Wybierz nowe hasło',
    required: 'Aby przejść dalej, potrzebujesz nowego hasła.',
    label: 'Nowe hasło',
    hint: (length) => `Minimalna liczba znaków: ${length}. Dobrze sprawdza się kilka losowych słów.`,
    button: 'Zapisz hasło',
    done: 'Hasło zostało zmienione. Zaloguj się nowym hasłem.',
    rejected: {
      short: 'To hasło jest za krótkie. Wybierz dłuższe.',
      long: 'To hasło jest za długie. Wybierz krótsze.',
      common: 'To hasło jest zbyt popularne. Wybierz trudniejsze do odgadnięcia.',
      breached: 'To hasło pojawiło się w wycieku danych z innej strony. Wybierz inne.',
      contextWord: 'To hasło jest zbyt podobne do Twoich danych lub do nazwy tej strony. Wybierz inne.',
      same: 'To jest Twoje obecne hasło. Wybierz inne.',
    },
  },
  confirmAddress: {
    title: 'Potwierdź adres',
    current: (email) =>
      `Twoje konto nie będzie już używać adresu ${email}. Przejdź dalej tylko wtedy, gdy ta zmiana pochodzi od Ciebie.`,
    newAddress: (email) =>
      `Twoje konto będzie używać adresu ${email}. Przejdź dalej tylko wtedy, gdy ta zmiana pochodzi od Ciebie.`,
    button: 'Potwierdź',
  },
  addressConfirmed: {
    title: 'Dziękujemy',
    changed: 'Twój adres e-mail został zmieniony.',
    waitsForCurrent: 'Teraz potwierdź zmianę w e-mailu, który wysłaliśmy na Twój obecny adres.',
    waitsForNew: 'Teraz potwierdź zmianę w e-mailu, który wysłaliśmy na Twój nowy adres.',
  },
  error: {
    reference: 'Jeśli problem się powtarza, skontaktuj się z właścicielem strony i podaj ten identyfikator:',
    signIn: 'Zaloguj się ponownie',
    home: 'Przejdź do strony głównej',
  },
  errors: {
    AccessDenied: {
      title: 'Odmowa dostępu',
      body: 'Twoje konto nie ma dostępu do tej strony. Spróbuj użyć innego konta lub skontaktuj się z właścicielem strony.',
    },
    BadRequest: {
      title: 'Nieprawidłowe żądanie',
      body: 'Nie udało się przetworzyć żądania. Wróć i spróbuj ponownie.',
    },
    Configuration: {
      title: 'Wystąpił błąd',
      body: 'Nie udało się wykonać tej operacji. Spróbuj ponownie. Jeśli znów się nie uda, odczekaj kilka minut.',
    },
    Default: { title: 'Wystąpił błąd', body: 'Spróbuj ponownie.' },
    MethodNotAllowed: {
      title: 'Strona niedostępna',
      body: 'Tej strony nie można otworzyć bezpośrednio. Zacznij od strony głównej.',
    },
    PayloadTooLarge: {
      title: 'Zbyt duży formularz',
      body: 'Formularz zawiera zbyt dużo danych. Skróć wpisany tekst i spróbuj ponownie.',
    },
    ServiceUnavailable: {
      title: 'Chwilowo niedostępne',
      body: 'Odczekaj kilka sekund, a następnie spróbuj ponownie lub wybierz inną metodę logowania.',
    },
    SignOutError: {
      title: 'Wylogowano w tej przeglądarce',
      body: 'Serwer nie mógł zakończyć sesji wszędzie. Jeśli ktoś ją skopiował, kopia może działać do czasu wygaśnięcia.',
    },
    TooManyRequests: { title: 'Zbyt wiele prób', body: 'Odczekaj 15 minut i spróbuj ponownie.' },
    UnknownAction: {
      title: 'Nie znaleziono strony',
      body: 'Ta strona nie istnieje. Zacznij od strony głównej.',
    },
    UnsupportedMediaType: {
      title: 'Nieprawidłowe żądanie',
      body: 'Formularz został wysłany w nieobsługiwanym formacie. Wróć i spróbuj ponownie.',
    },
    Verification: {
      title: 'Ten link nie jest już ważny',
      body: 'Wygasł lub został już użyty. Zaloguj się ponownie, aby otrzymać nowy link.',
    },
    WebAuthnVerificationError: {
      title: 'Klucz dostępu nie został przyjęty',
      body: 'Spróbuj ponownie lub wybierz inną metodę logowania.',
    },
  },
  mail: {
    subject: (host) => `Zaloguj się do ${host}`,
    title: (host) => `Zaloguj się do ${host}`,
    button: 'Zaloguj się',
    ignore: 'Jeśli ten e-mail nie został wysłany na Twoją prośbę, możesz go zignorować.',
    enterCode:
      'Wpisz ten kod na stronie, która o niego poprosiła. Nie podawaj go nikomu: nigdy o niego nie pytamy.',
    orLink: 'Możesz też użyć tego linku:',
    expires: (duration) => `Czas ważności: ${duration}.`,
    signUp: {
      subject: (host) => `Potwierdź adres e-mail dla ${host}`,
      title: 'Potwierdź adres e-mail',
      body: (host) => `Potwierdź adres e-mail, aby utworzyć konto w ${host}.`,
      button: 'Potwierdź adres',
    },
    accountExists: {
      subject: (host) => `Masz już konto w ${host}`,
      title: 'Masz już konto',
      body: (host) =>
        `Ktoś próbował utworzyć konto w ${host}, podając Twój adres e-mail, do którego jest już przypisane konto. Jeśli to Ty, po prostu się zaloguj.`,
      button: 'Zaloguj się',
      reset: 'Nie pamiętasz hasła?',
    },
    reset: {
      subject: (host) => `Zresetuj hasło do ${host}`,
      title: 'Zresetuj hasło',
      body: (host) => `Wybierz nowe hasło do swojego konta w ${host}.`,
      button: 'Wybierz nowe hasło',
      ignore:
        'Jeśli ten e-mail nie został wysłany na Twoją prośbę, zignoruj go. Twoje hasło pozostanie bez zmian.',
    },
    noAccount: {
      subject: (host) => `Twoja prośba w ${host}`,
      title: 'Nie ma konta z tym adresem',
      body: (host) =>
        `Otrzymaliśmy prośbę o nowe hasło dla Twojego adresu e-mail, ale nie ma on konta w ${host}. Być może konto ma inny adres.`,
      button: 'Utwórz konto',
    },
    verifyAddress: {
      subject: (host) => `Potwierdź adres e-mail dla ${host}`,
      title: 'Potwierdź adres e-mail',
      body: (host) => `Potwierdź adres e-mail swojego konta w ${host}.`,
      button: 'Potwierdź adres',
    },
    changeAddress: {
      subject: (host) => `Potwierdź nowy adres e-mail dla ${host}`,
      title: 'Potwierdź nowy adres e-mail',
      body: (host) => `Potwierdź, że Twoje konto w ${host} może używać tego adresu e-mail.`,
      button: 'Potwierdź adres',
    },
    confirmChange: {
      subject: (host) => `Potwierdź zmianę adresu e-mail dla ${host}`,
      title: 'Potwierdź zmianę adresu e-mail',
      body: (host) => `Otrzymaliśmy prośbę o zmianę adresu e-mail Twojego konta w ${host}.`,
      newAddress: (email) => `Nowy adres to ${email}.`,
      button: 'Potwierdź zmianę',
      warning:
        'Jeśli ta prośba nie pochodzi od Ciebie, nie potwierdzaj jej. Zaloguj się, zmień hasło i zakończ inne sesje.',
    },
    addressInUse: {
      subject: (host) => `Twój adres e-mail w ${host}`,
      title: 'Ten adres ma już konto',
      body: (host) =>
        `Ktoś próbował dodać Twój adres e-mail do innego konta w ${host}. Nic nie zostało zmienione.`,
    },
    notice: {
      titles: {
        accountLinked: 'Do Twojego konta dodano nową metodę logowania',
        accountUnlinked: 'Z Twojego konta usunięto metodę logowania',
        addressChanged: 'Zmieniono adres e-mail Twojego konta',
        passkeyAdded: 'Do Twojego konta dodano klucz dostępu',
        passkeyRemoved: 'Z Twojego konta usunięto klucz dostępu',
        passwordChanged: 'Twoje hasło zostało zmienione',
        passwordRemoved: 'Twoje hasło zostało usunięte',
        passwordReset: 'Twoje hasło zostało zresetowane',
        passwordSet: 'Do Twojego konta dodano hasło',
        recoveryCodeUsed: 'Użyto kodu odzyskiwania Twojego konta',
        recoveryCodesReplaced: 'Twoje kody odzyskiwania zostały zastąpione nowymi',
        secondFactorAdded: 'Weryfikacja dwuetapowa została włączona lub rozszerzona',
        secondFactorRemoved: 'Weryfikacja dwuetapowa została wyłączona',
        sessionsRevoked: 'Nastąpiło wylogowanie na wszystkich urządzeniach',
      },
      body: (host) =>
        `Ten e-mail dotyczy Twojego konta w ${host}. Jeśli ta zmiana pochodzi od Ciebie, nie musisz nic robić.`,
      time: (time) => `Czas: ${time}`,
      device: (device) => `Urządzenie: ${device}`,
      provider: (name) => `Metoda logowania: ${name}`,
      codesLeft: (count) => `Pozostałe kody odzyskiwania: ${count}`,
      warning:
        'Jeśli to nie Ty, zaloguj się teraz, wyloguj wszystkie inne urządzenia i zmień sposób logowania. Jeśli nie możesz się zalogować, skontaktuj się z właścicielem strony.',
      button: 'Sprawdź konto',
      resetWarning: 'Jeśli to nie Ty, zresetuj teraz hasło. Spowoduje to też wylogowanie na wszystkich urządzeniach. Jeśli potem nie możesz się zalogować, skontaktuj się z właścicielem strony.',
      resetButton: 'Zresetuj hasło',
    },
  },
}

export default polish

import type { PartialTexts, Texts } from 'latchkey'

/** A complete translation: a missing text is a type error. */
export const german: Texts = {
  lang: 'de',
  dir: 'ltr',
  signIn: { title: 'Anmelden', with: (provider) => `Mit ${provider} anmelden`, or: 'oder' },
  signInErrors: {
    AccountNotLinked: 'Dieser Passkey gehört jemand anderem. Melden Sie sich an wie beim ersten Mal.',
    Configuration: 'Bei uns ist etwas schiefgegangen. Bitte versuchen Sie es noch einmal.',
    CredentialsSignin: 'Diese Angaben stimmen nicht. Bitte prüfen Sie sie.',
    Default: 'Die Anmeldung hat nicht geklappt. Bitte versuchen Sie es noch einmal.',
    EmailSignInError: 'Die E-Mail konnte nicht verschickt werden. Bitte prüfen Sie die Adresse.',
    MissingCSRF: 'Das Formular war zu lange offen oder kam von woanders. Bitte versuchen Sie es noch einmal.',
    MissingCookie:
      'Ihr Browser hat das Cookie für die Anmeldung nicht gesendet. ' +
      'Erlauben Sie Cookies für diese Website, und melden Sie sich dann noch einmal an.',
    OAuthAccountNotLinked: 'Dieses Konto ist noch nicht verknüpft. Melden Sie sich an wie beim ersten Mal.',
    OAuthCallbackError: 'Der Anbieter hat Sie nicht angemeldet. Versuchen Sie es mit einem anderen Konto.',
    SessionRequired: 'Bitte melden Sie sich an, um diese Seite zu sehen.',
    SignInExpired: 'Diese Anmeldung hat zu lange gedauert. Bitte melden Sie sich noch einmal an.',
    ServiceUnavailable: 'Die Anmeldung ist gerade überlastet. Bitte versuchen Sie es gleich noch einmal.',
    TooManyRequests: 'Das waren zu viele Versuche. Bitte warten Sie eine Viertelstunde.',
  },
  signOut: {
    title: 'Abmelden',
    question: 'Möchten Sie sich abmelden?',
    button: 'Abmelden',
    stay: 'Angemeldet bleiben',
  },
  email: { label: 'E-Mail-Adresse' },
  credentials: {
    username: 'Benutzername',
    password: 'Passwort',
    button: 'Anmelden',
    withPassword: 'Mit Passwort anmelden',
  },
  webauthn: {
    add: 'Passkey hinzufügen',
    cancelled: 'Es wurde kein Passkey benutzt. Versuchen Sie es noch einmal.',
    alreadyRegistered: 'Auf diesem Gerät gibt es schon einen Passkey für Sie.',
    refused: 'Mit diesen Angaben geht es nicht. Bitte prüfen Sie sie.',
    failed: 'Der Passkey konnte nicht benutzt werden. Versuchen Sie es noch einmal.',
    unsupported: 'Dieser Browser kennt keine Passkeys. Melden Sie sich anders an.',
    noScript: 'Passkeys brauchen JavaScript. Schalten Sie es ein, oder melden Sie sich anders an.',
  },
  verify: {
    title: 'Sind Sie es?',
    totp: 'Geben Sie den Code ein, den Ihre App für diese Website zeigt.',
    recoveryCode: 'Geben Sie einen Ihrer Wiederherstellungscodes ein.',
    orRecoveryCode: 'Ohne die App geben Sie einen Ihrer Wiederherstellungscodes ein.',
    code: 'Code',
    failed: 'Dieser Code ist falsch oder wurde schon benutzt. Versuchen Sie es mit dem nächsten.',
    trustDevice: (days) => `Auf diesem Gerät ${days} Tage lang nicht fragen`,
    button: 'Weiter',
  },
  interruptedForm: {
    title: 'Weiter, wo Sie waren',
    body: 'Danke. Ihre Eingaben sind noch da. Senden Sie sie jetzt, oder gehen Sie zurück.',
    button: 'Weiter',
    lostTitle: 'Bitte füllen Sie das Formular noch einmal aus',
    lost: 'Ihre Eingaben sind nicht mehr da oder wurden schon gesendet.',
    back: 'Zurück',
  },
  verifyRequest: {
    title: 'Sehen Sie in Ihr Postfach',
    body: 'Ein Link zur Anmeldung ist unterwegs. Öffnen Sie ihn in diesem Browser.',
  },
  confirmLink: {
    title: 'Anmelden',
    body: (email) => `Dieser Link meldet ${email} an. Fahren Sie nur fort, wenn Sie ihn angefordert haben.`,
    button: 'Anmelden',
  },
  error: {
    reference: 'Falls es wieder geschieht, nennen Sie bitte:',
    signIn: 'Noch einmal anmelden',
    home: 'Zur Startseite',
  },
  errors: {
    AccessDenied: { title: 'Kein Zugang', body: 'Sie dürfen sich hier nicht anmelden.' },
    BadRequest: { title: 'Nicht verstanden', body: 'Die Anfrage war nicht lesbar.' },
    Configuration: { title: 'Etwas ist schiefgegangen', body: 'Bitte versuchen Sie es noch einmal.' },
    Default: { title: 'Etwas ist schiefgegangen', body: 'Bitte versuchen Sie es noch einmal.' },
    MethodNotAllowed: { title: 'So nicht', body: 'Diese Adresse kann nicht direkt geöffnet werden.' },
    PayloadTooLarge: { title: 'Zu groß', body: 'Das Formular war zu groß.' },
    ServiceUnavailable: { title: 'Überlastet', body: 'Bitte versuchen Sie es gleich noch einmal.' },
    SignOutError: {
      title: 'In diesem Browser abgemeldet',
      body: 'Eine Kopie der Sitzung kann bis zu ihrem Ablauf gültig bleiben.',
    },
    TooManyRequests: { title: 'Zu viele Versuche', body: 'Bitte warten Sie eine Viertelstunde.' },
    UnknownAction: { title: 'Nicht gefunden', body: 'Unter dieser Adresse gibt es nichts.' },
    UnsupportedMediaType: {
      title: 'Nicht verstanden',
      body: 'Das Formular kam in einem Format, das hier nicht gelesen wird.',
    },
    Verification: { title: 'Dieser Link gilt nicht mehr', body: 'Er wurde schon benutzt oder ist zu alt.' },
    WebAuthnVerificationError: {
      title: 'Der Passkey wurde nicht angenommen',
      body: 'Versuchen Sie es noch einmal.',
    },
  },
  mail: {
    subject: (host) => `Anmeldung bei ${host}`,
    title: (host) => `Bei ${host} anmelden`,
    button: 'Anmelden',
    ignore: 'Wenn Sie diese E-Mail nicht angefordert haben, tun Sie nichts.',
  },
}

/** A partial translation into a language that is written from right to left. */
export const arabic = {
  lang: 'ar',
  dir: 'rtl',
  signIn: {
    title: 'تسجيل الدخول',
    with: (provider: string) => `تسجيل الدخول باستخدام ${provider}`,
    or: 'أو',
  },
  signInErrors: {
    Configuration: 'حدث خطأ من جانبنا. يرجى المحاولة مرة أخرى.',
    CredentialsSignin: 'هذه البيانات غير صحيحة. تحقق منها وحاول مرة أخرى.',
    Default: 'تعذر تسجيل الدخول. يرجى المحاولة مرة أخرى.',
    EmailSignInError: 'تعذر إرسال الرسالة. تحقق من العنوان وحاول مرة أخرى.',
    MissingCSRF: 'بقي النموذج مفتوحًا لفترة طويلة. يرجى المحاولة مرة أخرى.',
    MissingCookie: 'لم يرسل متصفحك ملف تعريف الارتباط اللازم. اسمح بملفات تعريف الارتباط ثم حاول مرة أخرى.',
    OAuthAccountNotLinked: 'هذا الحساب غير مرتبط بعد. سجل الدخول كما فعلت في المرة الأولى.',
    OAuthCallbackError: 'لم يقم مزود الخدمة بتسجيل دخولك. حاول مرة أخرى أو استخدم حسابًا آخر.',
    SessionRequired: 'يرجى تسجيل الدخول لعرض هذه الصفحة.',
    TooManyRequests: 'محاولات كثيرة جدًا. انتظر ربع ساعة ثم حاول مرة أخرى.',
  },
  signOut: {
    title: 'تسجيل الخروج',
    question: 'هل تريد تسجيل الخروج؟',
    button: 'تسجيل الخروج',
    stay: 'البقاء مسجلاً',
  },
  email: { label: 'البريد الإلكتروني' },
  credentials: {
    username: 'اسم المستخدم',
    password: 'كلمة المرور',
    button: 'تسجيل الدخول',
    withPassword: 'تسجيل الدخول بكلمة المرور',
  },
  verifyRequest: { title: 'تحقق من بريدك', body: 'رابط تسجيل الدخول في طريقه إليك. افتحه في هذا المتصفح.' },
  confirmLink: {
    title: 'تسجيل الدخول',
    body: (email: string) => `يسجل هذا الرابط دخول ${email}. تابع فقط إذا طلبته.`,
    button: 'متابعة',
  },
  error: {
    reference: 'إذا تكرر ذلك فاذكر هذا الرقم:',
    signIn: 'تسجيل الدخول مرة أخرى',
    home: 'الذهاب إلى الصفحة الرئيسية',
  },
  errors: {
    AccessDenied: { title: 'الوصول مرفوض', body: 'ليس لديك إذن لتسجيل الدخول هنا.' },
    Configuration: { title: 'حدث خطأ ما', body: 'يرجى المحاولة مرة أخرى.' },
    Default: { title: 'حدث خطأ ما', body: 'يرجى المحاولة مرة أخرى.' },
    UnknownAction: { title: 'غير موجود', body: 'لا يوجد شيء في هذا العنوان.' },
    Verification: { title: 'هذا الرابط لا يعمل', body: 'تم استخدامه من قبل أو انتهت صلاحيته.' },
  },
  mail: {
    subject: (host: string) => `تسجيل الدخول إلى ${host}`,
    title: (host: string) => `تسجيل الدخول إلى ${host}`,
    button: 'تسجيل الدخول',
  },
} satisfies PartialTexts

import type { Texts } from '../types/texts.ts'

/** The Spanish texts. They address the user as "tú". */
const spanish: Texts = {
  lang: 'es',
  dir: 'ltr',
  signIn: {
    title: 'Iniciar sesión',
    with: (provider) => `Iniciar sesión con ${provider}`,
    or: 'o',
  },
  signInErrors: {
    AccountExists: 'Ya tienes una cuenta. Inicia sesión o restablece tu contraseña.',
    AccountNotLinked:
      'Esta llave de acceso o dirección de correo pertenece a otra cuenta. Inicia sesión con el método que usaste la primera vez.',
    Configuration:
      'Se ha producido un error por nuestra parte. Inténtalo de nuevo o elige otro método de inicio de sesión.',
    CredentialsSignin: 'Los datos no son correctos. Compruébalos e inténtalo de nuevo.',
    Default: 'No se ha podido iniciar sesión. Inténtalo de nuevo.',
    EmailSignInError:
      'No se ha podido enviar el correo. Comprueba la dirección. Si es correcta, inténtalo más tarde o elige otro método de inicio de sesión.',
    MissingCSRF: 'Este formulario ha caducado o se abrió en otra dirección. Inténtalo de nuevo.',
    MissingCookie:
      'Tu navegador no ha enviado la cookie necesaria para iniciar sesión. Permite las cookies de este sitio y vuelve a iniciar sesión en esta ventana.',
    OAuthAccountNotLinked:
      'Esta cuenta aún no está vinculada. Inicia sesión con el método que usaste la primera vez.',
    OAuthCallbackError:
      'El proveedor no ha iniciado tu sesión. Inténtalo de nuevo o usa otra cuenta u otro método de inicio de sesión.',
    PhoneSignInError:
      'No se ha podido enviar el código. Introduce el número con el prefijo del país, por ejemplo +49 151 23456789. Si es correcto, inténtalo más tarde o elige otro método de inicio de sesión.',
    ServiceUnavailable:
      'Este método de inicio de sesión no está disponible en este momento. Inténtalo de nuevo en unos segundos o elige otro.',
    SessionRequired: 'Inicia sesión para ver esta página.',
    SignInExpired:
      'Este inicio de sesión ha tardado demasiado o se completó en otro lugar. Vuelve a iniciar sesión.',
    TooManyRequests: 'Demasiados intentos. Espera 15 minutos e inténtalo de nuevo.',
  },
  signOut: {
    title: 'Cerrar sesión',
    question: '¿Quieres cerrar la sesión?',
    button: 'Cerrar sesión',
    stay: 'Mantener la sesión abierta',
  },
  email: {
    label: 'Correo electrónico',
  },
  phone: {
    label: 'Número de teléfono, con prefijo del país',
  },
  credentials: {
    username: 'Nombre de usuario',
    password: 'Contraseña',
    button: 'Iniciar sesión',
    withPassword: 'Iniciar sesión con contraseña',
    forgotPassword: '¿Has olvidado tu contraseña?',
    showPassword: 'Mostrar contraseña',
    hidePassword: 'Ocultar contraseña',
  },
  webauthn: {
    add: 'Añadir una llave de acceso',
    cancelled:
      'No se ha usado ninguna llave de acceso. Inténtalo de nuevo o elige otro método de inicio de sesión.',
    alreadyRegistered: 'Ya tienes una llave de acceso en este dispositivo.',
    refused: 'Los datos introducidos no se han aceptado. Compruébalos e inténtalo de nuevo.',
    failed:
      'No se ha podido usar la llave de acceso. Inténtalo de nuevo o elige otro método de inicio de sesión.',
    unsupported:
      'Este navegador no admite llaves de acceso. Elige otro método de inicio de sesión o usa un navegador más reciente.',
    noScript:
      'Las llaves de acceso necesitan JavaScript. Activa JavaScript o elige otro método de inicio de sesión.',
  },
  verify: {
    title: 'Confirma que eres tú',
    totp: 'Introduce el código que muestra tu aplicación de autenticación para este sitio.',
    recoveryCode: 'Introduce uno de tus códigos de recuperación.',
    orRecoveryCode: 'Si no tienes la aplicación, introduce uno de tus códigos de recuperación.',
    code: 'Código',
    passkey: 'Usar una llave de acceso',
    stepUp: 'El siguiente paso requiere más seguridad.',
    failed: 'Este código es incorrecto o ya se ha usado. Espera al siguiente e inténtalo de nuevo.',
    trustDevice: (days) =>
      days === '1'
        ? 'No preguntar en este dispositivo durante 1 día'
        : `No preguntar en este dispositivo durante ${days} días`,
    button: 'Continuar',
  },
  interruptedForm: {
    title: 'Continúa donde lo dejaste',
    body: 'Gracias. Hemos guardado lo que escribiste. Envíalo ahora o vuelve atrás sin enviarlo.',
    button: 'Continuar',
    lostTitle: 'Vuelve a rellenar el formulario',
    lost: 'Lo que escribiste no se guardó, ha caducado o ya se envió. No se ha enviado nada de nuevo.',
    back: 'Volver',
  },
  enroll: {
    title: 'Configura la verificación en dos pasos',
    scan: 'Escanea este código QR con una aplicación de autenticación.',
    qr: 'Código QR con la clave para una aplicación de autenticación',
    secret: 'Si no puedes escanearlo, introduce esta clave en la aplicación:',
    confirm: 'Introduce el código que muestra la aplicación.',
    failed:
      'Este código es incorrecto. Comprueba la hora de tu dispositivo, espera al siguiente código e inténtalo de nuevo.',
    button: 'Continuar',
  },
  recoveryCodes: {
    title: 'Tus códigos de recuperación',
    keep: 'Guarda estos códigos en un lugar seguro. Sin tu aplicación de autenticación, cada uno te permite iniciar sesión una vez. Solo se muestran ahora.',
    left: (count) => {
      if (count === '0') return 'No te quedan códigos de recuperación. Crea otros nuevos en tu cuenta.'
      const codes = count === '1' ? 'Te queda 1 código' : `Te quedan ${count} códigos`
      return `${codes} de recuperación. Crea otros nuevos en tu cuenta.`
    },
    button: 'Continuar',
  },
  verifyRequest: {
    title: 'Revisa tu correo',
    body: 'Te hemos enviado un enlace para iniciar sesión. Ábrelo en este navegador. Si no llega, revisa la carpeta de spam.',
    phoneTitle: 'Revisa tu teléfono',
    sent: (address) =>
      `Hemos enviado un código a ${address}. Introdúcelo aquí, en este navegador, antes de 10 minutos.`,
    orLink: 'También puedes abrir el enlace del correo.',
    code: 'Código',
    button: 'Iniciar sesión',
    failed: 'Este código es incorrecto o ha caducado. Inténtalo de nuevo o solicita otro.',
    again: 'Enviar otro código',
  },
  confirmLink: {
    title: 'Iniciar sesión',
    body: (email) => `Con este enlace inicias sesión como ${email}. Continúa solo si lo has solicitado.`,
    button: 'Iniciar sesión',
  },
  signUp: {
    title: 'Crear una cuenta',
    linked: (email) => `Tu dirección ${email} está confirmada. Elige una contraseña.`,
    lost: 'Este enlace o código ya no es válido. Empieza de nuevo.',
    button: 'Crear cuenta',
    signIn: 'Ya tengo una cuenta',
  },
  confirmSignUp: {
    title: 'Confirma tu dirección',
    body: (email) => `Introduce el código del correo que hemos enviado a ${email}.`,
    code: 'Código',
    failed: 'Este código es incorrecto o ha caducado. Inténtalo de nuevo o solicita otro.',
    button: 'Crear cuenta',
    again: 'Usar otra dirección o solicitar otro código',
  },
  resetRequest: {
    title: 'Restablece tu contraseña',
    body: 'Introduce tu correo electrónico. Te enviaremos un enlace para elegir una contraseña nueva.',
    button: 'Enviar enlace',
    lost: 'Este enlace ha caducado o ya se ha usado. Solicita otro.',
    back: 'Volver al inicio de sesión',
  },
  resetSent: {
    title: 'Revisa tu correo',
    body: 'Te hemos enviado un correo. Abre su enlace antes de una hora. Si no llega, revisa la carpeta de spam.',
  },
  verifyAddress: {
    title: 'Confirma tu dirección',
    body: (email) => `Introduce el código del correo que hemos enviado a ${email}.`,
    code: 'Código',
    failed: 'Este código es incorrecto o ha caducado. Inténtalo de nuevo o solicita otro.',
    button: 'Continuar',
    again: 'Vuelve a iniciar sesión para recibir otro código',
  },
  newPassword: {
    title: 'Elige una contraseña nueva',
    required: 'Necesitas una contraseña nueva para continuar.',
    label: 'Contraseña nueva',
    hint: (length) => `Usa al menos ${length} caracteres. Unas cuantas palabras al azar funcionan bien.`,
    button: 'Guardar contraseña',
    done: 'Tu contraseña ha cambiado. Inicia sesión con ella.',
    rejected: {
      short: 'Esta contraseña es demasiado corta. Elige una más larga.',
      long: 'Esta contraseña es demasiado larga. Elige una más corta.',
      common: 'Esta contraseña es demasiado común. Elige una más difícil de adivinar.',
      breached: 'Esta contraseña apareció en una filtración de datos de otro sitio. Elige otra.',
      contextWord: 'Esta contraseña se parece demasiado a tus datos o al nombre de este sitio. Elige otra.',
      same: 'Esta es tu contraseña actual. Elige otra.',
    },
  },
  confirmAddress: {
    title: 'Confirma tu dirección',
    current: (email) => `Tu cuenta dejará de usar ${email}. Continúa solo si lo has solicitado.`,
    newAddress: (email) => `Tu cuenta usará ${email}. Continúa solo si lo has solicitado.`,
    button: 'Confirmar',
  },
  addressConfirmed: {
    title: 'Gracias',
    changed: 'Tu dirección de correo ha cambiado.',
    waitsForCurrent: 'Confirma ahora el cambio en el correo que hemos enviado a tu dirección actual.',
    waitsForNew: 'Confirma ahora el cambio en el correo que hemos enviado a tu dirección nueva.',
  },
  account: {
    title: 'Tu cuenta',
    back: 'Tu cuenta',
    sections: {
      profile: 'Perfil',
      email: 'Correo electrónico',
      password: 'Contraseña',
      secondFactor: 'Verificación en dos pasos',
      passkeys: 'Llaves de acceso',
      accounts: 'Cuentas conectadas',
      sessions: 'Sesiones y dispositivos',
      events: 'Actividad reciente',
      export: 'Tus datos',
      delete: 'Eliminar cuenta',
    },
    open: {
      profile: 'Editar',
      email: 'Cambiar',
      password: 'Cambiar',
      secondFactor: 'Gestionar',
      passkeys: 'Gestionar',
      accounts: 'Gestionar',
      sessions: 'Gestionar',
      events: 'Ver todo',
      export: 'Descargar',
      delete: 'Eliminar cuenta',
    },
    status: {
      addressChanged: 'Tu dirección de correo ha cambiado.',
      addressChangeCancelled: 'Se ha cancelado el cambio de tu dirección de correo.',
      addressConfirmed: 'La dirección está confirmada. La otra dirección aún tiene que confirmar el cambio.',
      addressRequested: 'Hemos enviado un código para confirmar el cambio.',
      accountConnected: 'La cuenta se ha conectado.',
      accountDisconnected: 'La cuenta se ha desconectado.',
      devicesForgotten: 'Se volverá a pedir el segundo paso en todos los dispositivos.',
      factorAdded: 'La verificación en dos pasos está activada.',
      factorRemoved: 'Se ha eliminado el segundo paso.',
      passkeyRemoved: 'Se ha eliminado la llave de acceso.',
      passkeyRenamed: 'Se ha cambiado el nombre de la llave de acceso.',
      passwordChanged: 'Tu contraseña ha cambiado. Se han cerrado tus demás sesiones.',
      passwordRemoved: 'Se ha eliminado tu contraseña.',
      passwordSet: 'Se ha establecido tu contraseña.',
      recoveryCodesReplaced: 'Se han sustituido tus códigos de recuperación.',
      sessionRenamed: 'Se ha cambiado el nombre de la sesión.',
      sessionRevoked: 'Se ha cerrado la sesión.',
      sessionsRevoked: 'Se han cerrado todas las demás sesiones.',
      userDeleted: 'Se ha eliminado tu cuenta.',
    },
    errors: {
      BadRequest: 'Comprueba lo que has escrito.',
      CredentialsSignin: 'La contraseña actual no es correcta.',
      Default: 'No ha funcionado. No se ha cambiado nada. Inténtalo de nuevo.',
      EmailSignInError: 'Introduce otra dirección de correo válida.',
      LastSignInMethod: 'Este es tu último método de inicio de sesión. Añade otro primero.',
      PasswordExists: 'Ya tienes una contraseña.',
      SecondFactorFailed: 'Aún no tienes ninguna llave de acceso. Añade una primero.',
      TooManyRequests: 'Demasiados intentos. Inténtalo más tarde.',
      Verification: 'El código es incorrecto o ha caducado.',
    },
    email: {
      verified: 'Confirmada',
      unverified: 'Sin confirmar',
      none: 'Sin dirección',
      newAddress: 'Nueva dirección de correo',
      change: 'Enviar código',
      pending: (address) => `Falta confirmar ${address}. Introduce el código del correo.`,
      code: 'Código',
      confirm: 'Confirmar',
      cancel: 'Cancelar el cambio',
    },
    password: {
      changed: (date) => `Último cambio: ${date}`,
      set: 'Establecida',
      none: 'No tienes contraseña.',
      current: 'Contraseña actual',
      change: 'Cambiar contraseña',
      add: 'Establecer contraseña',
      remove: 'Eliminar contraseña',
    },
    secondFactor: {
      off: 'Desactivada. Añade un segundo paso para proteger tu cuenta si te roban la contraseña.',
      app: 'Aplicación de autenticación',
      passkeys: 'Llaves de acceso',
      setUp: 'Configurar una aplicación',
      remove: 'Eliminar',
      codesLeft: (count) => `Códigos de recuperación restantes: ${count}`,
      newCodes: 'Obtener nuevos códigos de recuperación',
      usePasskeys: 'Usar tus llaves como segundo paso',
      forgetDevices: 'Volver a preguntar en cada dispositivo',
    },
    passkeys: {
      none: 'No tienes llaves de acceso.',
      unnamed: 'Llave de acceso',
      add: 'Añadir una llave de acceso',
      remove: 'Eliminar',
    },
    accounts: {
      none: 'No hay cuentas conectadas.',
      connect: (provider) => `Conectar ${provider}`,
      disconnect: 'Desconectar',
    },
    sessions: {
      current: 'Este dispositivo',
      unknown: 'Dispositivo desconocido',
      lastSeen: (time) => `Última actividad: ${time}`,
      signOut: 'Cerrar sesión',
      signOutOthers: 'Cerrar todas las demás sesiones',
    },
    name: 'Nombre',
    rename: 'Cambiar nombre',
    save: 'Guardar',
    added: (date) => `Fecha de alta: ${date}`,
    more: 'Anteriores',
    events: {
      accountLinked: 'Se conectó una cuenta',
      accountUnlinked: 'Se desconectó una cuenta',
      addressChanged: 'Se cambió la dirección de correo',
      addressChangeRequested: 'Se solicitó un cambio de la dirección de correo',
      passkeyAdded: 'Se añadió una llave de acceso',
      passkeyRemoved: 'Se eliminó una llave de acceso',
      passwordChanged: 'Se cambió la contraseña',
      passwordRemoved: 'Se eliminó la contraseña',
      passwordReset: 'Se restableció la contraseña',
      passwordSet: 'Se estableció una contraseña',
      recoveryCodesReplaced: 'Se sustituyeron los códigos de recuperación',
      recoveryCodeUsed: 'Se usó un código de recuperación',
      secondFactorAdded: 'Se añadió un segundo paso',
      secondFactorFailed: 'Se introdujo mal un segundo paso',
      secondFactorRemoved: 'Se eliminó un segundo paso',
      sessionEnded: 'Se cerró una sesión',
      sessionsRevoked: 'Se cerraron sesiones',
      signedIn: 'Inicio de sesión',
      signInFailed: 'Un inicio de sesión falló',
      signedUp: 'Registro',
    },
    noEvents: 'Aún no hay actividad.',
    export: 'Descarga una copia de lo que guardamos sobre ti.',
    delete: {
      warning: 'Se eliminará tu cuenta y todo su contenido. Esta acción no se puede deshacer.',
      confirm: (address) => `Para confirmar, introduce ${address}`,
      button: 'Eliminar mi cuenta',
    },
  },
  error: {
    reference:
      'Si el problema continúa, ponte en contacto con el responsable del sitio e indica esta referencia:',
    signIn: 'Volver a iniciar sesión',
    home: 'Ir a la página de inicio',
  },
  errors: {
    AccessDenied: {
      title: 'Acceso denegado',
      body: 'Tu cuenta no tiene acceso a este sitio. Prueba con otra cuenta o ponte en contacto con el responsable del sitio.',
    },
    BadRequest: {
      title: 'Solicitud no válida',
      body: 'No se ha podido procesar la solicitud. Vuelve atrás e inténtalo de nuevo.',
    },
    Configuration: {
      title: 'Se ha producido un error',
      body: 'No se ha podido completar tu solicitud. Inténtalo de nuevo. Si vuelve a fallar, espera unos minutos.',
    },
    Default: { title: 'Se ha producido un error', body: 'Inténtalo de nuevo.' },
    MethodNotAllowed: {
      title: 'Página no disponible',
      body: 'Esta página no se puede abrir directamente. Empieza desde la página de inicio.',
    },
    PayloadTooLarge: {
      title: 'Formulario demasiado grande',
      body: 'El formulario contiene demasiados datos. Acorta lo que has escrito e inténtalo de nuevo.',
    },
    ServiceUnavailable: {
      title: 'No disponible en este momento',
      body: 'Espera unos segundos e inténtalo de nuevo, o elige otro método de inicio de sesión.',
    },
    SignOutError: {
      title: 'Sesión cerrada en este navegador',
      body: 'El servidor no ha podido cerrar tu sesión en todas partes. Si alguien la copió, la copia puede seguir abierta hasta que caduque.',
    },
    TooManyRequests: {
      title: 'Demasiados intentos',
      body: 'Espera 15 minutos e inténtalo de nuevo.',
    },
    UnknownAction: {
      title: 'Página no encontrada',
      body: 'Esta página no existe. Empieza desde la página de inicio.',
    },
    UnsupportedMediaType: {
      title: 'Solicitud no válida',
      body: 'El formulario se envió en un formato no admitido. Vuelve atrás e inténtalo de nuevo.',
    },
    Verification: {
      title: 'Este enlace ya no es válido',
      body: 'Ha caducado o ya se ha usado. Vuelve a iniciar sesión para recibir un enlace nuevo.',
    },
    WebAuthnVerificationError: {
      title: 'Llave de acceso no aceptada',
      body: 'Inténtalo de nuevo o elige otro método de inicio de sesión.',
    },
  },
  mail: {
    subject: (host) => `Inicia sesión en ${host}`,
    title: (host) => `Inicia sesión en ${host}`,
    button: 'Iniciar sesión',
    ignore: 'Si no has solicitado este correo, puedes ignorarlo sin problema.',
    enterCode:
      'Introduce este código en la página que lo ha pedido. No lo compartas con nadie: nunca te lo pediremos.',
    orLink: 'O usa este enlace en su lugar:',
    expires: (duration) => `Caduca en ${duration}.`,
    signUp: {
      subject: (host) => `Confirma tu dirección de correo para ${host}`,
      title: 'Confirma tu dirección de correo',
      body: (host) => `Confirma tu dirección de correo para crear tu cuenta en ${host}.`,
      button: 'Confirmar dirección',
    },
    accountExists: {
      subject: (host) => `Ya tienes una cuenta en ${host}`,
      title: 'Ya tienes una cuenta',
      body: (host) =>
        `Alguien ha intentado crear una cuenta en ${host} con tu dirección de correo, que ya tiene una. Si has sido tú, inicia sesión.`,
      button: 'Iniciar sesión',
      reset: '¿Has olvidado tu contraseña?',
    },
    reset: {
      subject: (host) => `Restablece tu contraseña de ${host}`,
      title: 'Restablece tu contraseña',
      body: (host) => `Elige una contraseña nueva para tu cuenta en ${host}.`,
      button: 'Elegir una contraseña nueva',
      ignore: 'Si no has solicitado este correo, ignóralo. Tu contraseña no cambia.',
    },
    noAccount: {
      subject: (host) => `Tu solicitud en ${host}`,
      title: 'No hay ninguna cuenta con esta dirección',
      body: (host) =>
        `Se ha solicitado una contraseña nueva para tu dirección de correo, pero no tiene ninguna cuenta en ${host}. Quizá te registraste con otra dirección.`,
      button: 'Crear una cuenta',
    },
    verifyAddress: {
      subject: (host) => `Confirma tu dirección de correo para ${host}`,
      title: 'Confirma tu dirección de correo',
      body: (host) => `Confirma la dirección de correo de tu cuenta en ${host}.`,
      button: 'Confirmar dirección',
    },
    changeAddress: {
      subject: (host) => `Confirma tu nueva dirección de correo para ${host}`,
      title: 'Confirma tu nueva dirección de correo',
      body: (host) => `Confirma que tu cuenta en ${host} puede usar esta dirección de correo.`,
      button: 'Confirmar dirección',
    },
    confirmChange: {
      subject: (host) => `Confirma el cambio de tu dirección de correo para ${host}`,
      title: 'Confirma el cambio de tu dirección de correo',
      body: (host) => `Se ha solicitado una nueva dirección de correo para tu cuenta en ${host}.`,
      newAddress: (email) => `La nueva dirección es ${email}.`,
      button: 'Confirmar el cambio',
      warning:
        'Si no lo has solicitado, no lo confirmes. Inicia sesión, cambia tu contraseña y cierra las demás sesiones.',
    },
    addressInUse: {
      subject: (host) => `Tu dirección de correo en ${host}`,
      title: 'Esta dirección ya tiene una cuenta',
      body: (host) =>
        `Alguien ha intentado añadir tu dirección de correo a otra cuenta en ${host}. No se ha cambiado nada.`,
    },
    notice: {
      titles: {
        accountLinked: 'Se ha añadido un método de inicio de sesión a tu cuenta',
        accountUnlinked: 'Se ha eliminado un método de inicio de sesión de tu cuenta',
        addressChanged: 'Se ha cambiado la dirección de correo de tu cuenta',
        passkeyAdded: 'Se ha añadido una llave de acceso a tu cuenta',
        passkeyRemoved: 'Se ha eliminado una llave de acceso de tu cuenta',
        passwordChanged: 'Se ha cambiado tu contraseña',
        passwordRemoved: 'Se ha eliminado tu contraseña',
        passwordReset: 'Se ha restablecido tu contraseña',
        passwordSet: 'Se ha añadido una contraseña a tu cuenta',
        recoveryCodeUsed: 'Se ha usado un código de recuperación de tu cuenta',
        recoveryCodesReplaced: 'Se han sustituido tus códigos de recuperación',
        secondFactorAdded: 'Se ha activado o ampliado la verificación en dos pasos',
        secondFactorRemoved: 'Se ha desactivado la verificación en dos pasos',
        sessionsRevoked: 'Se ha cerrado tu sesión en todos los dispositivos',
        userDeleted: 'Se ha eliminado tu cuenta',
      },
      body: (host) =>
        `Este correo trata sobre tu cuenta en ${host}. Si has hecho tú este cambio, no tienes que hacer nada.`,
      time: (time) => `Hora: ${time}`,
      device: (device) => `Dispositivo: ${device}`,
      provider: (name) => `Método de inicio de sesión: ${name}`,
      codesLeft: (count) => `Códigos de recuperación restantes: ${count}`,
      warning:
        'Si no has sido tú, inicia sesión ahora, cierra la sesión en los demás dispositivos y cambia tu forma de iniciar sesión. Si no puedes iniciar sesión, ponte en contacto con el responsable del sitio.',
      button: 'Revisar tu cuenta',
      resetWarning:
        'Si no has sido tú, restablece tu contraseña ahora. Así también se cierra tu sesión en todos los dispositivos. Si después no puedes iniciar sesión, ponte en contacto con el responsable del sitio.',
      resetButton: 'Restablecer tu contraseña',
    },
  },
}

export default spanish

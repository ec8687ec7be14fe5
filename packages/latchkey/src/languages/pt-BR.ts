import type { PartialTexts } from '../types/texts.ts'

/** The texts in Brazilian Portuguese. They address the user as "você". */
const brazilianPortuguese: PartialTexts = {
  lang: 'pt-BR',
  dir: 'ltr',
  signIn: {
    title: 'Fazer login',
    with: (provider) => `Fazer login com ${provider}`,
    or: 'ou',
  },
  signInErrors: {
    AccountExists: 'Você já tem uma conta. Faça login ou redefina sua senha.',
    AccountNotLinked:
      'Esta chave de acesso ou este endereço de e-mail pertence a outra conta. Faça login com o método que você usou da primeira vez.',
    Configuration: 'Ocorreu um erro do nosso lado. Tente novamente ou escolha outro método de login.',
    CredentialsSignin: 'Os dados estão incorretos. Confira-os e tente novamente.',
    Default: 'Não foi possível fazer login. Tente novamente.',
    EmailSignInError:
      'Não foi possível enviar o e-mail. Confira o endereço. Se estiver correto, tente mais tarde ou escolha outro método de login.',
    MissingCSRF: 'Este formulário expirou ou foi aberto em outro endereço. Tente novamente.',
    MissingCookie:
      'Seu navegador não enviou o cookie necessário para o login. Permita cookies para este site e faça login novamente nesta janela.',
    OAuthAccountNotLinked:
      'Esta conta ainda não está vinculada. Faça login com o método que você usou da primeira vez.',
    OAuthCallbackError:
      'O provedor não fez seu login. Tente novamente ou use outra conta ou outro método de login.',
    ServiceUnavailable:
      'Este método de login não está disponível no momento. Tente novamente em alguns segundos ou escolha outro.',
    SessionRequired: 'Faça login para ver esta página.',
    SignInExpired: 'Este login demorou demais ou foi concluído em outro lugar. Faça login novamente.',
    TooManyRequests: 'Muitas tentativas. Aguarde 15 minutos e tente novamente.',
  },
  signOut: {
    title: 'Sair',
    question: 'Quer sair da sua conta?',
    button: 'Sair',
    stay: 'Continuar conectado',
  },
  email: {
    label: 'E-mail',
  },
  credentials: {
    username: 'Nome de usuário',
    password: 'Senha',
    button: 'Fazer login',
    withPassword: 'Fazer login com senha',
    forgotPassword: 'Esqueceu a senha?',
    showPassword: 'Mostrar senha',
    hidePassword: 'Ocultar senha',
  },
  webauthn: {
    add: 'Adicionar uma chave de acesso',
    cancelled: 'Nenhuma chave de acesso foi usada. Tente novamente ou escolha outro método de login.',
    alreadyRegistered: 'Você já tem uma chave de acesso neste dispositivo.',
    refused: 'Os dados informados não foram aceitos. Confira-os e tente novamente.',
    failed: 'Não foi possível usar a chave de acesso. Tente novamente ou escolha outro método de login.',
    unsupported:
      'Este navegador não é compatível com chaves de acesso. Escolha outro método de login ou use um navegador mais recente.',
    noScript:
      'As chaves de acesso precisam de JavaScript. Ative o JavaScript ou escolha outro método de login.',
  },
  verify: {
    title: 'Confirme que é você',
    totp: 'Digite o código que seu app autenticador mostra para este site.',
    recoveryCode: 'Digite um dos seus códigos de recuperação.',
    orRecoveryCode: 'Se você não tem o app, digite um dos seus códigos de recuperação.',
    code: 'Código',
    passkey: 'Usar uma chave de acesso',
    stepUp: 'A próxima etapa exige mais segurança.',
    failed: 'Este código está incorreto ou já foi usado. Aguarde o próximo e tente novamente.',
    trustDevice: (days) =>
      days === '1'
        ? 'Não perguntar neste dispositivo por 1 dia'
        : `Não perguntar neste dispositivo por ${days} dias`,
    button: 'Continuar',
  },
  interruptedForm: {
    title: 'Continue de onde parou',
    body: 'Obrigado. O que você digitou foi guardado. Envie agora ou volte sem enviar.',
    button: 'Continuar',
    lostTitle: 'Preencha o formulário novamente',
    lost: 'O que você digitou não foi guardado, expirou ou já foi enviado. Nada foi enviado de novo.',
    back: 'Voltar',
  },
  enroll: {
    title: 'Configure a verificação em duas etapas',
    scan: 'Leia este QR code com um app autenticador.',
    qr: 'QR code com a chave para um app autenticador',
    secret: 'Se não conseguir ler o QR code, digite esta chave no app:',
    confirm: 'Digite o código que o app mostra.',
    failed:
      'Este código está incorreto. Confira o horário do seu dispositivo, aguarde o próximo código e tente novamente.',
    button: 'Continuar',
  },
  recoveryCodes: {
    title: 'Seus códigos de recuperação',
    keep: 'Guarde estes códigos em um lugar seguro. Sem seu app autenticador, cada um permite fazer login uma vez. Eles são mostrados somente agora.',
    left: (count) => {
      if (count === '0') return 'Você não tem mais códigos de recuperação. Crie novos na sua conta.'
      const codes = count === '1' ? '1 código' : `${count} códigos`
      return `Você ainda tem ${codes} de recuperação. Crie novos na sua conta.`
    },
    button: 'Continuar',
  },
  verifyRequest: {
    title: 'Confira seu e-mail',
    body: 'Enviamos um link de login para você. Abra-o neste navegador. Se ele não chegar, confira a pasta de spam.',
    sent: (address) =>
      `Enviamos um código para ${address}. Digite-o aqui, neste navegador, em até 10 minutos.`,
    orLink: 'Você também pode abrir o link do e-mail.',
    code: 'Código',
    button: 'Fazer login',
    failed: 'Este código está incorreto ou expirou. Tente novamente ou peça outro.',
    again: 'Enviar outro código',
  },
  confirmLink: {
    title: 'Fazer login',
    body: (email) => `Este link faz seu login como ${email}. Continue somente se você o solicitou.`,
    button: 'Fazer login',
  },
  signUp: {
    title: 'Criar uma conta',
    linked: (email) => `Seu endereço ${email} está confirmado. Escolha uma senha.`,
    lost: 'Este link ou código não é mais válido. Comece de novo.',
    button: 'Criar conta',
    signIn: 'Já tenho uma conta',
  },
  confirmSignUp: {
    title: 'Confirme seu endereço',
    body: (email) => `Digite o código do e-mail enviado para ${email}.`,
    code: 'Código',
    failed: 'Este código está incorreto ou expirou. Tente novamente ou peça outro.',
    button: 'Criar conta',
    again: 'Usar outro endereço ou pedir outro código',
  },
  resetRequest: {
    title: 'Redefina sua senha',
    body: 'Digite seu endereço de e-mail. Enviaremos um link para você escolher uma nova senha.',
    button: 'Enviar link',
    lost: 'Este link expirou ou já foi usado. Peça outro.',
    back: 'Voltar para o login',
  },
  resetSent: {
    title: 'Confira seu e-mail',
    body: 'Enviamos um e-mail para você. Abra o link em até uma hora. Se ele não chegar, confira a pasta de spam.',
  },
  verifyAddress: {
    title: 'Confirme seu endereço',
    body: (email) => `Digite o código do e-mail enviado para ${email}.`,
    code: 'Código',
    failed: 'Este código está incorreto ou expirou. Tente novamente ou peça outro.',
    button: 'Continuar',
    again: 'Faça login novamente para receber outro código',
  },
  newPassword: {
    title: 'Escolha uma nova senha',
    required: 'Você precisa de uma nova senha para continuar.',
    label: 'Nova senha',
    hint: (length) => `Use pelo menos ${length} caracteres. Algumas palavras aleatórias funcionam bem.`,
    button: 'Salvar senha',
    done: 'Sua senha foi alterada. Faça login com ela.',
    rejected: {
      short: 'Esta senha é muito curta. Escolha uma mais longa.',
      long: 'Esta senha é muito longa. Escolha uma mais curta.',
      common: 'Esta senha é muito comum. Escolha uma mais difícil de adivinhar.',
      breached: 'Esta senha apareceu em um vazamento de dados de outro site. Escolha outra.',
      contextWord: 'Esta senha é muito parecida com seus dados ou com o nome deste site. Escolha outra.',
      same: 'Esta é sua senha atual. Escolha outra.',
    },
  },
  confirmAddress: {
    title: 'Confirme seu endereço',
    current: (email) => `Sua conta não usará mais ${email}. Continue somente se você solicitou isso.`,
    newAddress: (email) => `Sua conta usará ${email}. Continue somente se você solicitou isso.`,
    button: 'Confirmar',
  },
  addressConfirmed: {
    title: 'Tudo certo',
    changed: 'Seu endereço de e-mail foi alterado.',
    waitsForCurrent: 'Agora confirme a alteração no e-mail que enviamos para seu endereço atual.',
    waitsForNew: 'Agora confirme a alteração no e-mail que enviamos para seu novo endereço.',
  },
  error: {
    reference: 'Se o problema continuar, fale com o responsável pelo site e informe esta referência:',
    signIn: 'Fazer login novamente',
    home: 'Ir para a página inicial',
  },
  errors: {
    AccessDenied: {
      title: 'Acesso negado',
      body: 'Sua conta não tem acesso a este site. Tente outra conta ou fale com o responsável pelo site.',
    },
    BadRequest: {
      title: 'Solicitação inválida',
      body: 'Não foi possível processar a solicitação. Volte e tente novamente.',
    },
    Configuration: {
      title: 'Ocorreu um erro',
      body: 'Não foi possível concluir sua solicitação. Tente novamente. Se falhar de novo, aguarde alguns minutos.',
    },
    Default: { title: 'Ocorreu um erro', body: 'Tente novamente.' },
    MethodNotAllowed: {
      title: 'Página não disponível',
      body: 'Esta página não pode ser aberta diretamente. Comece pela página inicial.',
    },
    PayloadTooLarge: {
      title: 'Formulário muito grande',
      body: 'O formulário contém dados demais. Encurte o que você digitou e tente novamente.',
    },
    ServiceUnavailable: {
      title: 'Indisponível no momento',
      body: 'Aguarde alguns segundos e tente novamente, ou escolha outro método de login.',
    },
    SignOutError: {
      title: 'Você saiu neste navegador',
      body: 'O servidor não conseguiu encerrar sua sessão em todos os lugares. Se alguém a copiou, a cópia pode continuar conectada até expirar.',
    },
    TooManyRequests: { title: 'Muitas tentativas', body: 'Aguarde 15 minutos e tente novamente.' },
    UnknownAction: {
      title: 'Página não encontrada',
      body: 'Esta página não existe. Comece pela página inicial.',
    },
    UnsupportedMediaType: {
      title: 'Solicitação inválida',
      body: 'O formulário foi enviado em um formato não aceito. Volte e tente novamente.',
    },
    Verification: {
      title: 'Este link não é mais válido',
      body: 'Ele expirou ou já foi usado. Faça login novamente para receber um novo link.',
    },
    WebAuthnVerificationError: {
      title: 'Chave de acesso não aceita',
      body: 'Tente novamente ou escolha outro método de login.',
    },
  },
  mail: {
    subject: (host) => `Faça login em ${host}`,
    title: (host) => `Faça login em ${host}`,
    button: 'Fazer login',
    ignore: 'Se você não solicitou este e-mail, pode ignorá-lo com segurança.',
    enterCode:
      'Digite este código na página que o pediu. Não o compartilhe com ninguém: nunca pedimos este código a você.',
    orLink: 'Ou, se preferir, use este link:',
    expires: (duration) => `Expira em ${duration}.`,
    signUp: {
      subject: (host) => `Confirme seu endereço de e-mail para ${host}`,
      title: 'Confirme seu endereço de e-mail',
      body: (host) => `Confirme seu endereço de e-mail para criar sua conta em ${host}.`,
      button: 'Confirmar endereço',
    },
    accountExists: {
      subject: (host) => `Você já tem uma conta em ${host}`,
      title: 'Você já tem uma conta',
      body: (host) =>
        `Alguém tentou criar uma conta em ${host} com seu endereço de e-mail, que já tem uma. Se foi você, faça login.`,
      button: 'Fazer login',
      reset: 'Esqueceu a senha?',
    },
    reset: {
      subject: (host) => `Redefina sua senha de ${host}`,
      title: 'Redefina sua senha',
      body: (host) => `Escolha uma nova senha para sua conta em ${host}.`,
      button: 'Escolher uma nova senha',
      ignore: 'Se você não solicitou este e-mail, ignore-o. Sua senha continua a mesma.',
    },
    noAccount: {
      subject: (host) => `Sua solicitação em ${host}`,
      title: 'Não há nenhuma conta com este endereço',
      body: (host) =>
        `Uma nova senha foi solicitada para seu endereço de e-mail, mas ele não tem uma conta em ${host}. Talvez você tenha se cadastrado com outro endereço.`,
      button: 'Criar uma conta',
    },
    verifyAddress: {
      subject: (host) => `Confirme seu endereço de e-mail para ${host}`,
      title: 'Confirme seu endereço de e-mail',
      body: (host) => `Confirme o endereço de e-mail da sua conta em ${host}.`,
      button: 'Confirmar endereço',
    },
    changeAddress: {
      subject: (host) => `Confirme seu novo endereço de e-mail para ${host}`,
      title: 'Confirme seu novo endereço de e-mail',
      body: (host) => `Confirme que sua conta em ${host} pode usar este endereço de e-mail.`,
      button: 'Confirmar endereço',
    },
    confirmChange: {
      subject: (host) => `Confirme a alteração do seu endereço de e-mail para ${host}`,
      title: 'Confirme a alteração do seu endereço de e-mail',
      body: (host) => `Um novo endereço de e-mail foi solicitado para sua conta em ${host}.`,
      newAddress: (email) => `O novo endereço é ${email}.`,
      button: 'Confirmar a alteração',
      warning:
        'Se você não solicitou isso, não confirme. Faça login, altere sua senha e encerre as outras sessões.',
    },
    addressInUse: {
      subject: (host) => `Seu endereço de e-mail em ${host}`,
      title: 'Este endereço já tem uma conta',
      body: (host) =>
        `Alguém tentou adicionar seu endereço de e-mail a outra conta em ${host}. Nada foi alterado.`,
    },
    notice: {
      titles: {
        accountLinked: 'Um novo método de login foi adicionado à sua conta',
        accountUnlinked: 'Um método de login foi removido da sua conta',
        addressChanged: 'O endereço de e-mail da sua conta foi alterado',
        passkeyAdded: 'Uma chave de acesso foi adicionada à sua conta',
        passkeyRemoved: 'Uma chave de acesso foi removida da sua conta',
        passwordChanged: 'Sua senha foi alterada',
        passwordRemoved: 'Sua senha foi removida',
        passwordReset: 'Sua senha foi redefinida',
        passwordSet: 'Uma senha foi adicionada à sua conta',
        recoveryCodeUsed: 'Um código de recuperação da sua conta foi usado',
        recoveryCodesReplaced: 'Seus códigos de recuperação foram substituídos',
        secondFactorAdded: 'A verificação em duas etapas foi ativada ou ampliada',
        secondFactorRemoved: 'A verificação em duas etapas foi desativada',
        sessionsRevoked: 'Sua conta foi desconectada de todos os dispositivos',
      },
      body: (host) =>
        `Este e-mail é sobre sua conta em ${host}. Se você fez esta alteração, não precisa fazer nada.`,
      time: (time) => `Horário: ${time}`,
      device: (device) => `Dispositivo: ${device}`,
      provider: (name) => `Método de login: ${name}`,
      codesLeft: (count) => `Códigos de recuperação restantes: ${count}`,
      warning:
        'Se não foi você, faça login agora, saia de todos os outros dispositivos e mude a forma como você faz login. Se não conseguir fazer login, fale com o responsável pelo site.',
      button: 'Verificar sua conta',
      resetWarning: 'Se não foi você, redefina sua senha agora. Isso também desconecta sua conta de todos os dispositivos. Se depois não conseguir fazer login, fale com o responsável pelo site.',
      resetButton: 'Redefinir sua senha',
    },
  },
}

export default brazilianPortuguese

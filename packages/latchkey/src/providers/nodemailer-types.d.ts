/** The used part of `nodemailer`, whose package contains no types. */
declare module 'nodemailer' {
  const nodemailer: {
    createTransport(server: string | object): {
      sendMail(message: {
        to: string
        from: string | undefined
        subject: string
        text: string
        html: string
        signal: AbortSignal | undefined
      }): Promise<{ rejected?: unknown[]; pending?: unknown[] }>
    }
  }
  export default nodemailer
}

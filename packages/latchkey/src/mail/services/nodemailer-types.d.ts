/** The used part of `nodemailer`, whose package contains no types. */
declare module 'nodemailer' {
  const nodemailer: {
    createTransport(server: string | object): {
      sendMail(message: {
        to: string
        from: string
        subject: string
        text: string
        html: string
        headers: Record<string, string>
        signal: AbortSignal
      }): Promise<{ rejected?: unknown[]; pending?: unknown[] }>
    }
  }
  export default nodemailer
}

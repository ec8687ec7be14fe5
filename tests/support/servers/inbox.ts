/** The SMTP server of the demo, which keeps what it receives. */
export { type RunningInbox, startInbox } from '../../../tools/playground/inbox.ts'

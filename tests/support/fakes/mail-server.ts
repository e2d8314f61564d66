import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { readMail, type ReceivedMail } from '../callers/read-mail.ts'

export const MAIL_USER = 'portal'
export const MAIL_PASSWORD = '发信-pass 1'

/** A real SMTP server on loopback that takes mail for all addresses under `.test` and keeps it. */
export interface MailServer {
  readonly port: number
  /** What arrived, in order. */
  readonly mails: readonly ReceivedMail[]
  /** Whether the password came on an encrypted connection, for each sign-in. */
  readonly encrypted: readonly boolean[]
  close(): Promise<void>
}

/** Starts one, on any free port unless told otherwise. It wants the user name and password above; `encryption` says whether it offers STARTTLS, with a certificate that no client trusts. */
export async function startMailServer({
  encryption = false,
  port: onPort = 0,
}: { encryption?: boolean; port?: number } = {}): Promise<MailServer> {
  const mails: ReceivedMail[] = []
  const encrypted: boolean[] = []
  const server = new SMTPServer({
    ...(!encryption && { disabledCommands: ['STARTTLS'] }),
    authMethods: ['PLAIN', 'LOGIN'],
    allowInsecureAuth: true,
    logger: false,
    onAuth({ username, password }, session, done) {
      encrypted.push(session.secure)
      if (username === MAIL_USER && password === MAIL_PASSWORD) return done(null, { user: username })
      done(new Error('no such user'))
    },
    onRcptTo({ address }, _session, done) {
      done(address.endsWith('.test') ? null : new Error(`<${address}> is not here`))
    },
    onData(stream, session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const to = session.envelope.rcptTo.map(({ address }) => address)
        mails.push(readMail(Buffer.concat(chunks).toString('latin1'), to))
        done()
      })
    },
  })
  // A client that gives up in the middle of TLS is no fault of a test.
  server.on('error', () => undefined)
  server.listen(onPort, '127.0.0.1')
  await once(server.server, 'listening')
  const { port } = server.server.address() as AddressInfo
  return {
    port,
    mails,
    encrypted,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}

import net from 'node:net'
import * as session from '../../contract/endpoints/sign-in/session.ts'

/** A browser on which a person has signed in before, and whose session is over: people with one do not sign in. */
export interface SigningInBrowser {
  /** Rejects when the portal does not let the person in. */
  signIn(): Promise<void>
}

/**
 * Signs in over bare connections, one for each browser: whatever the load costs is missing from the processors that the portal is measured on, and
 * `node:http` takes 0.4 ms for each sign-in.
 */
export function createSignInLoad(origin: string): {
  browser(person: { username: string; password: string }): SigningInBrowser
  close(): void
} {
  const { hostname, port, host } = new URL(origin)
  const sockets: net.Socket[] = []
  return {
    browser({ username, password }) {
      const body = new URLSearchParams({ username, password }).toString()
      // A proxy in front, because sign-ins from one address have a limit.
      const address = `192.0.2.${sockets.length + 1}`
      const head = [
        `POST ${session.login.path} HTTP/1.1`,
        `host: ${host}`,
        `origin: ${origin}`,
        `x-forwarded-for: ${address}`,
        'x-portal-device: pc',
        'content-type: application/x-www-form-urlencoded',
        `content-length: ${body.length}`,
      ].join('\r\n')
      const socket = net.connect({ host: hostname, port: Number(port), noDelay: true }).setEncoding('latin1')
      sockets.push(socket)
      let device = ''
      return {
        async signIn() {
          socket.write(`${head}\r\n${device && `cookie: ${device}\r\n`}\r\n${body}`)
          const answer = await readAnswer(socket)
          const [, cookie] = /\r\nset-cookie: (portal_device=[^;\r]+)/i.exec(answer) ?? []
          if (!answer.startsWith('HTTP/1.1 200 ')) throw new Error(`not let in: ${answer.split('\r\n', 1)[0]}`)
          device = cookie ?? device
        },
      }
    },
    close: () => sockets.forEach((socket) => socket.destroy()),
  }
}

/** One answer with a length, as the portal gives to whoever accepts no compression. */
function readAnswer(socket: net.Socket): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = ''
    const take = (part: string) => {
      text += part
      const end = text.indexOf('\r\n\r\n')
      const length = Number(/\r\ncontent-length: (\d+)/i.exec(text)?.[1])
      if (end < 0 || text.length < end + 4 + length) return
      stop()
      resolve(text)
    }
    const fail = (error?: Error) => {
      stop()
      reject(error ?? new Error('the portal closed the connection'))
    }
    const stop = () => socket.off('data', take).off('error', fail).off('close', fail)
    socket.on('data', take).on('error', fail).on('close', fail)
  })
}

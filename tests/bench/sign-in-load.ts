import http, { type IncomingMessage } from 'node:http'
import { login } from '../../contract/endpoints/sign-in/session.ts'

/** A browser that signs in again and again, with the cookies that it got the last time. */
export interface SigningInBrowser {
  /** Rejects when the portal does not let the person in. */
  signIn(): Promise<void>
}

/** Signs in with as little work of its own as possible: whatever the load costs is missing from the processors that the portal is measured on. */
export function createSignInLoad(origin: string): {
  browser(person: { username: string; password: string }): SigningInBrowser
  close(): void
} {
  const agent = new http.Agent({ keepAlive: true })
  return {
    browser(person) {
      const body = new URLSearchParams(person).toString()
      const headers = {
        'x-portal-device': 'pc',
        origin,
        'content-type': 'application/x-www-form-urlencoded',
        'content-length': body.length,
      }
      let cookie = ''
      return {
        async signIn() {
          const answer = await post(origin + login.path, { ...headers, cookie }, body, agent)
          const given = answer.headers['set-cookie'] ?? []
          if (answer.statusCode !== 200 || given.length === 0) throw new Error(`not let in: ${answer.statusCode}`)
          cookie = given.map((line) => line.split(';', 1)[0]).join('; ')
        },
      }
    },
    close: () => agent.destroy(),
  }
}

function post(
  url: string,
  headers: http.OutgoingHttpHeaders,
  body: string,
  agent: http.Agent,
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const request = http.request(url, { method: 'POST', headers, agent }, (answer) => {
      answer.resume()
      answer.on('end', () => resolve(answer))
      answer.on('error', reject)
    })
    request.on('error', reject)
    request.end(body)
  })
}

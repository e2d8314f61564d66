import http from 'node:http'
import { json } from 'node:stream/consumers'
import * as z from 'zod/mini'
import { iconGroups, myAppIcons, type IconGroups } from '../../contract/endpoints/desktop/desktop.ts'
import * as session from '../../contract/endpoints/sign-in/session.ts'
import type { LabHandler } from './page-lab/lab-server.ts'

const ALTERED: ReadonlySet<string> = new Set([session.login.path, myAppIcons.path])
const signedIn = z.looseObject({ data: z.looseObject({ start: z.looseObject({ icons: iconGroups }) }) })
const listed = z.looseObject({ data: iconGroups })

/** Passes requests on to a portal on loopback, whose answers then hold so many icons. */
export function withManyIcons(port: number, front: LabHandler, count: number): LabHandler {
  return (request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost')
    if (!ALTERED.has(pathname)) {
      front(request, response)
      return
    }
    const { cookie, 'content-type': type, 'x-portal-device': device } = request.headers
    const host = String(request.headers[':authority'] ?? request.headers.host)
    const headers = Object.fromEntries(
      Object.entries({ cookie, 'content-type': type, 'x-portal-device': device, host }).filter(([, value]) => value),
    )
    const upstream = http.request(
      { host: '127.0.0.1', port, method: request.method, path: request.url, headers },
      (answer) => {
        void json(answer).then((body) => {
          response.writeHead(answer.statusCode ?? 502, {
            'content-type': 'application/json',
            'set-cookie': answer.headers['set-cookie'] ?? [],
          })
          response.end(JSON.stringify(multiply(body, count)))
        })
      },
    )
    upstream.on('error', () => response.destroy())
    request.pipe(upstream)
  }
}

function multiply(body: unknown, count: number): unknown {
  const start = z.safeParse(signedIn, body)
  if (start.success) {
    const { data } = start.data
    return { ...start.data, data: { ...data, start: { ...data.start, icons: grow(data.start.icons, count) } } }
  }
  const list = z.safeParse(listed, body)
  return list.success ? { ...list.data, data: grow(list.data.data, count) } : body
}

/** All in the first group: one long list is harder than nine short ones. */
function grow(groups: IconGroups, count: number): IconGroups {
  const all = groups.flatMap(({ iconVMs }) => iconVMs).filter(({ updateStatus }) => updateStatus !== 0)
  const iconVMs = Array.from({ length: count }, (_, at) => all[at % all.length]).flatMap((icon, at) =>
    icon ? [{ ...icon, code: `many-${at}` }] : [],
  )
  return [{ code: 'ZDYYYFL-CYYY', iconVMs }]
}

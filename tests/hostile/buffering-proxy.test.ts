import { once } from 'node:events'
import { spawn, type ChildProcess } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import * as z from 'zod/mini'
import * as live from '../../contract/endpoints/live.ts'
import { liveEvent } from '../../contract/endpoints/live.ts'
import { unhandledCount, waitingCounts } from '../../contract/endpoints/messages/messages.ts'
import * as publications from '../../contract/endpoints/messages/publications.ts'
import { keepStream, type LivePorts } from '../../src/app/core/live/follow-live.ts'
import { readEvents } from '../../src/app/core/live/browser-ports.ts'
import { createObservable } from '../../src/app/core/state/observable.ts'
import { installPackages } from '../../scripts/browser.mjs'
import { createTestApp, type TestApp } from '../support/app/app.ts'
import type { TestBrowser } from '../support/browser/test-browser.ts'
import { messageTo } from '../support/callers/publication.ts'
import { findFreePort } from '../support/process/free-port.ts'
import { until } from '../support/until.ts'

// nginx itself between the portal and a page's code for live changes.

const PLACES = ['/usr/sbin/nginx', '/usr/bin/nginx', '/usr/local/bin/nginx', '/opt/homebrew/bin/nginx']
/** How much faster the page's clock goes where a stream is held back: seconds instead of minutes until it gives the stream up. */
const FASTER = 12

let test: TestApp
let portal: number
let teacher: TestBrowser
let folder: string
let nginx: ChildProcess | undefined
const page = { ending: new AbortController() }

beforeAll(async () => {
  if (!PLACES.some(existsSync)) installPackages(['nginx'])
  if (!PLACES.some(existsSync)) throw new Error('These tests need nginx (Debian: nginx). Install it as root.')
  test = await createTestApp()
  portal = Number(new URL(await test.app.listen({ host: '127.0.0.1', port: 0 })).port)
  teacher = await test.signIn('teacher')
  folder = await mkdtemp(join(tmpdir(), 'portal-nginx-'))
  await mkdir(join(folder, 'temporary'))
})
afterEach(async () => {
  page.ending.abort()
  if (nginx?.exitCode === null) {
    nginx.kill('SIGTERM')
    await once(nginx, 'exit')
  }
})
afterAll(async () => {
  await test.close()
  await rm(folder, { recursive: true, force: true })
})

/** Starts nginx before the portal with these directives; returns its port. */
async function startNginx(directives: string): Promise<number> {
  const program = PLACES.find(existsSync) ?? 'nginx'
  const port = await findFreePort()
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((what) => `${what}_temp_path ${folder}/temporary/${what};`)
    .join('\n')
  const file = join(folder, 'nginx.conf')
  await writeFile(
    file,
    `daemon off; pid ${folder}/nginx.pid;
events { worker_connections 64; }
http {
${temporary}
access_log off;
server {
  listen 127.0.0.1:${port};
  location / {
    proxy_pass http://127.0.0.1:${portal};
    # The default up to nginx 1.29: answers have no chunks, of which nginx would pass on each that is whole.
    proxy_http_version 1.0;
    proxy_set_header Host localhost;
    ${directives}
  }
}
}
`,
  )
  nginx = spawn(program, ['-e', join(folder, 'errors.log'), '-c', file], { stdio: 'ignore' })
  await until(() => fetch(`http://127.0.0.1:${port}/healthz`).then(Boolean, () => false), { what: 'nginx' })
  return port
}

/** Follows live changes through nginx as a page does, with a clock that goes `faster`. */
function openPage(port: number, faster = 1) {
  page.ending = new AbortController()
  const told: number[] = []
  const seen = { told, polls: 0, reports: 0, streams: 0, pieces: 0 }
  const headers = { cookie: `portal_access=${teacher.cookies.get('portal_access')?.value ?? ''}` }
  const openStream: LivePorts['openStream'] = ({ heard, event, failed }) => {
    const own = new AbortController()
    const signal = AbortSignal.any([own.signal, page.ending.signal])
    seen.streams += 1
    const follow = async () => {
      const init = { signal, headers: { ...headers, accept: 'text/event-stream' } }
      const response = await fetch(`http://127.0.0.1:${port}${live.events.path}`, init)
      if (!response.body) throw new Error('no stream')
      const onPiece = () => {
        seen.pieces += 1
        heard()
      }
      await readEvents(response.body, (data) => event(z.parse(liveEvent, JSON.parse(data))), onPiece)
    }
    follow()
      .catch(() => undefined)
      .finally(() => {
        if (!signal.aborted) failed()
      })
    return () => own.abort()
  }
  keepStream(
    page.ending.signal,
    {
      openStream,
      async askCounts() {
        seen.polls += 1
        return z.parse(waitingCounts, (await teacher.get(unhandledCount.path)).envelope.data)
      },
      reportHeld() {
        void post(teacher, live.held.path, {}).then(({ code }) => {
          if (code === 'ok') seen.reports += 1
        })
      },
      whenSeen: (run) => run(),
      online: createObservable(true),
      onFront: () => {},
      schedule(run, milliseconds) {
        const timer = setTimeout(run, milliseconds / faster)
        return () => clearTimeout(timer)
      },
      random: Math.random,
    },
    (event) => {
      if (event.kind === 'counts') told.push(event.counts.message)
    },
  )
  return seen
}

async function post(browser: TestBrowser, path: string, body: object) {
  const headers = { 'content-type': 'application/json' }
  return (await browser.post(path, undefined, { payload: JSON.stringify(body), headers })).envelope
}

async function publish(): Promise<void> {
  const office = await test.signIn('admin')
  expect((await post(office, publications.save.path, messageTo([2], '通知'))).code).toBe('ok')
}

it('a message arrives by polling where nginx buffers and ignores what the portal says about it', async () => {
  const seen = openPage(await startNginx('proxy_buffering on; proxy_ignore_headers X-Accel-Buffering;'), FASTER)
  await until(() => seen.reports > 0, { what: 'a report of the page' })
  expect(seen.pieces).toBe(0)
  const before = seen.told.at(-1) ?? Number.NaN
  await publish()
  await until(() => seen.told.at(-1) === before + 1, { what: 'the message by a poll' })
  expect(seen).toMatchObject({ pieces: 0, streams: 1 })
})

it.each([
  ['buffers, because the portal tells it not to for this answer', 'proxy_buffering on;'],
  ['does not buffer', 'proxy_buffering off; proxy_ignore_headers X-Accel-Buffering;'],
])('a message and the heartbeats arrive by the stream where nginx %s', async (_, directives) => {
  const seen = openPage(await startNginx(directives))
  await until(() => seen.told.length > 0, { what: 'the first counts' })
  const before = seen.told.at(-1) ?? Number.NaN
  await publish()
  await until(() => seen.told.at(-1) === before + 1, { what: 'the message' })
  const { pieces } = seen
  await until(() => seen.pieces > pieces, { what: 'a heartbeat' })
  expect(seen).toMatchObject({ polls: 0, reports: 0, streams: 1 })
})

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { unhandledCount } from '../../contract/endpoints/messages/messages.ts'
import * as attendanceStation from '../../contract/endpoints/attendance/attendance-station.ts'
import * as face from '../../contract/endpoints/faces/face.ts'
import * as session from '../../contract/endpoints/sign-in/session.ts'
import * as files from '../../contract/endpoints/storage/files.ts'
import { uploadChunk } from '../../contract/endpoints/storage/storage.ts'
import { signIn, TEACHER, type PortalCaller } from '../support/callers/portal-caller.ts'
import { startFakeS3 } from '../support/fakes/fake-s3.ts'
import { prepareMixedLoad, slowDown } from '../support/process/mixed-load.ts'
import { startPortal } from '../support/process/portal-process.ts'
import { megabytesOf } from '../support/process/process-memory.ts'
import { startAttack, type HostileBody } from './attack.ts'

// A school at work, and 100 hostile connections beside it: PORTAL_MIXED_MINUTES says for how long.

const MINUTES = Number(process.env['PORTAL_MIXED_MINUTES'] ?? 2)
const CONNECTIONS = 100
const MB = 1024 * 1024
const [FORM, JSON_TYPE] = ['application/x-www-form-urlencoded', 'application/json']
/** Calls of everyone's desktop; each person repeats them. */
const CALLERS = 20
const CALL_PAUSE = 500
/** Milliseconds after which a wave of attacks is over though connections are open. */
const WAVE = 20_000

/** What the connections send, in turn. */
const attacks: readonly HostileBody[] = [
  {
    path: attendanceStation.deliver.path,
    type: JSON_TYPE,
    stated: 8 * MB,
    before: '{"sealed":"',
    repeated: 'A',
    bytes: 7 * MB,
  },
  { path: face.login.path, type: FORM, stated: 2 * MB, before: 'faceImage=', repeated: 'A', bytes: 2 * MB - 10 },
  { path: face.login.path, type: FORM, stated: 2 * MB, repeated: 'a=b&', bytes: 2 * MB },
  { path: attendanceStation.hello.path, type: JSON_TYPE, stated: 64_000, before: '[', repeated: '[],', bytes: 63_999 },
  { path: session.login.path, type: FORM, stated: 60, before: 'username=teacher&password=', repeated: 'x', bytes: 34 },
  { path: session.login.path, type: FORM, stated: 64_000, before: 'username=', repeated: 'x', bytes: 10, trickle: 100 },
  { path: uploadChunk.path, type: 'multipart/form-data; boundary=x', stated: 2 * MB, repeated: 'x', bytes: 1.9 * MB },
  { path: '/api/none', type: JSON_TYPE, stated: 64_000, repeated: '[', bytes: 64_000 },
  { path: '/', type: '', stated: 0, bytes: 0 },
  { path: '/app/files', type: '', stated: 0, bytes: 0 },
]

test(
  `${MINUTES} minutes of a school’s work beside ${CONNECTIONS} hostile connections: flat memory, and no call lost`,
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'portal-mixed-'))
    const bucket = await startFakeS3()
    // The demo school is made by a portal for this machine alone; behind a proxy the attacks come from as many addresses as they say.
    await (await startPortal({ dataFolder: folder, env: bucket.env })).stop()
    const portal = await startPortal({ dataFolder: folder, env: { ...bucket.env, PORTAL_TRUST_PROXY: '127.0.0.1' } })
    const over = new AbortController()
    try {
      const { run } = await prepareMixedLoad(portal.origin, bucket)
      slowDown(bucket)
      const people = await Promise.all(
        ['teacher', 'student', 'parent', 'staff'].map((username) => signIn(portal.origin, { ...TEACHER, username })),
      )
      const calls = { count: 0, failures: [] as string[] }
      const memory: number[] = []
      const load = run(over.signal)
      const desktops = Array.from({ length: CALLERS }, (_, at) =>
        keepCalling(people[at % people.length], calls, over.signal),
      )
      const attack = keepAttacking(portal.port, over.signal)
      const until = performance.now() + MINUTES * 60_000
      while (performance.now() < until) {
        await pause(1000)
        memory.push((await megabytesOf([portal.pid], 'Rss')) ?? 0)
      }
      over.abort()
      const counts = await load
      await Promise.all(desktops)
      const waves = await attack
      // The first third is how long the process takes to grow to its size; each of the others is judged by its middle.
      const third = Math.floor(memory.length / 3)
      const [middle, last] = [memory.slice(third, 2 * third), memory.slice(2 * third)].map(median)
      const { failures, ...done } = counts
      console.info(
        'mixed',
        JSON.stringify({
          minutes: MINUTES,
          ...done,
          calls: calls.count,
          waves,
          middle,
          last,
          most: Math.max(...memory),
        }),
      )
      expect([...calls.failures, ...failures]).toEqual([])
      expect((last ?? 0) / (middle ?? 1)).toBeLessThan(1.05)
    } finally {
      over.abort()
      await portal.stop()
      await bucket.close()
      await rm(folder, { recursive: true, force: true })
    }
  },
  (MINUTES + 4) * 60_000,
)

async function keepCalling(
  person: PortalCaller | undefined,
  calls: { count: number; failures: string[] },
  signal: AbortSignal,
): Promise<void> {
  const rows = [
    () => person?.call(session.me, {}),
    () => person?.call(files.list, {}),
    () => person?.call(unhandledCount, {}),
  ]
  for (let at = 0; !signal.aborted; at += 1) {
    try {
      await rows[at % rows.length]?.()
      calls.count += 1
    } catch (error) {
      calls.failures.push(String(error))
    }
    await pause(CALL_PAUSE)
  }
}

/** Wave after wave, each from other addresses; returns how many. A wave whose connections were not closed is cut by the next. */
async function keepAttacking(port: number, signal: AbortSignal): Promise<number> {
  let waves = 0
  while (!signal.aborted) {
    const wave = waves
    const bodies = Array.from({ length: CONNECTIONS }, (_, at) => attacks[at % attacks.length]).filter((body) => !!body)
    const { done, end } = startAttack(port, bodies, (at) => `198.${wave % 250}.0.${at}`)
    const cut = pause(WAVE, undefined, { signal }).catch(() => undefined)
    await Promise.race([done, cut])
    end()
    waves += 1
  }
  return waves
}

function median(numbers: readonly number[]): number | undefined {
  return numbers.toSorted((a, b) => a - b)[numbers.length >> 1]
}

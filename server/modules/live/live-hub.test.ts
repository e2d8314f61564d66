import { randomUUID } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { LiveEvent } from '../../../contract/endpoints/live.ts'
import { until } from '../../../tests/support/until.ts'
import { silentLog } from '../../runtime/logger.ts'
import type { Database } from '../../db/database.ts'
import { createLiveHub } from './live-hub.ts'
import type { Announcement } from './live.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
})
afterEach(() => {
  vi.useRealTimers()
})

/** A hub whose database refuses to count for some units, and one connected person in each of two units. */
function createTwoUnits() {
  const refused = new Set<string>()
  const reads: string[] = []
  let listener: Parameters<Database['listen']>[1] | undefined
  const hub = createLiveHub(
    {
      listen(_channel, to) {
        listener = to
        return { ready: Promise.resolve(), close: () => Promise.resolve() }
      },
      callFunction: () => Promise.resolve([]),
      async onceInUnit({ unitId }) {
        reads.push(unitId)
        if (refused.has(unitId)) throw new Error('the database is away')
        return [{ user_id: unitId, message: 1, todo: 2 }]
      },
    },
    silentLog,
  )
  /** Connects the only person of a unit, who has the unit's id. */
  function join(unitId: string): LiveEvent[] {
    const events: LiveEvent[] = []
    const connection = { unitId, userId: unitId, sessionId: randomUUID() }
    hub.join({ ...connection, send: (event) => events.push(event), end: () => undefined })
    return events
  }
  /** As PostgreSQL passes it on. */
  async function tell(announcement: Announcement): Promise<void> {
    await hub.checkCapacity({ unitId: announcement.unitId, userId: '' })
    listener?.onNotification(JSON.stringify(announcement))
  }
  const readsOf = (unitId: string) => reads.filter((one) => one === unitId).length
  return { refused, join, tell, readsOf }
}

/** Lets everything run that does not wait for the clock. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await nextTurn()
}

it('counts that cannot be read are read again after a pause that doubles, and no other unit waits for them', async () => {
  const { refused, join, readsOf } = createTwoUnits()
  const [broken, sound] = [randomUUID(), randomUUID()]
  refused.add(broken)
  const atBroken = join(broken)
  const atSound = join(sound)
  await until(() => atSound.length === 1)
  expect(readsOf(broken)).toBe(1)

  for (const [failures, pause] of [100, 200, 400].entries()) {
    vi.advanceTimersByTime(pause - 1)
    await settle()
    expect(readsOf(broken)).toBe(failures + 1)
    vi.advanceTimersByTime(1)
    await until(() => readsOf(broken) === failures + 2)
    await settle()
  }
  refused.delete(broken)
  vi.advanceTimersByTime(800)
  await until(() => atBroken.length === 1)
  expect(atBroken).toEqual([{ kind: 'counts', changed: ['messages', 'todos'], counts: { message: 1, todo: 2 } }])
  expect(atSound).toHaveLength(1)
})

it('a change is also sent, once, to whom it is about and opens a stream within the next ten seconds', async () => {
  const { join, tell } = createTwoUnits()
  const [unitId, other] = [randomUUID(), randomUUID()]
  const kindsOf = (events: readonly LiveEvent[]) => events.map(({ kind }) => kind)
  await tell({ kind: 'rights', unitId })
  await tell({ kind: 'rights', unitId, userIds: [unitId] })
  await tell({ kind: 'desktop', unitId, userIds: [randomUUID()] })
  vi.advanceTimersByTime(9_999)
  expect(kindsOf(join(unitId))).toEqual(['rights'])
  expect(kindsOf(join(other))).toEqual([])
  vi.advanceTimersByTime(1)
  expect(kindsOf(join(unitId))).toEqual([])
})

import path from 'node:path'
import * as session from '../../contract/endpoints/sign-in/session.ts'
import { decodePicture } from '../../server/modules/faces/engine/decode-picture.ts'
import { createFaceThreads } from '../../server/modules/faces/engine/face-engine.ts'
import { drawnPhoto } from '../support/samples/drawn-face.ts'
import { startPortal } from '../support/process/portal-process.ts'
import { openStations } from '../support/schools/open-stations.ts'
import { fire, type Volley } from './cannon.ts'
import { limit, type BenchOptions, type Figure } from './figures.ts'

const STATIONS = 4
const SECONDS = 20
const QUICK_SECONDS = 4
/** What a school asks for on an ordinary morning beside its gate. */
const ME_PER_SECOND = 100
const NO_LIMIT = { PORTAL_REQUESTS_PER_MINUTE: '10000000' }

/** Faces at four stations as fast as the server takes them, while others open their desktops, beside the nets alone. */
export async function benchClockIns({ quick, folder, say }: BenchOptions): Promise<Figure[]> {
  const seconds = quick ? QUICK_SECONDS : SECONDS
  const photo = await drawnPhoto({ seed: 5, scale: 0.52 })
  const { perSecond, others } = await clockIn(path.join(folder, 'data'), photo, seconds)
  const nets = await lookAlone(photo, seconds)
  say(JSON.stringify({ perSecond, others, nets }))
  return [
    limit(
      'face: clock-ins at four stations (reference: the nets alone)',
      '/s',
      { ours: perSecond, reference: nets },
      { atLeast: 8 },
    ),
    limit(
      `face: meanwhile me, ${ME_PER_SECOND} a second: 99% answered within`,
      'ms',
      { ours: others.p99 },
      { atMost: 100 },
    ),
  ]
}

async function clockIn(
  dataFolder: string,
  photo: Buffer,
  seconds: number,
): Promise<{ perSecond: number; others: Volley }> {
  const portal = await startPortal({ dataFolder, env: NO_LIMIT })
  try {
    const { teacher, opened } = await openStations(portal.origin, STATIONS, photo)
    const headers = {
      cookie: teacher.cookiesFor(session.me.path),
      host: `localhost:${portal.port}`,
      'x-portal-device': 'pc',
    }
    const morning = { isOver: false }
    const desktops = fire(`http://127.0.0.1:${portal.port}${session.me.path}`, seconds, headers, ME_PER_SECOND).finally(
      () => (morning.isOver = true),
    )
    const startedAt = performance.now()
    const counts = await Promise.all(
      opened.map(async (station) => {
        let count = 0
        // oxlint-disable-next-line no-await-in-loop -- one after the other is what a station does
        for (; !morning.isOver; count += 1) await station.deliver()
        return count
      }),
    )
    const took = (performance.now() - startedAt) / 1000
    return { perSecond: counts.reduce((sum, count) => sum + count, 0) / took, others: await desktops }
  } finally {
    await portal.stop()
  }
}

/** Pictures a second by the threads that the server has, with nothing around them but decoding. */
async function lookAlone(photo: Buffer, seconds: number): Promise<number> {
  const threads = createFaceThreads()
  const look = async () => threads.ask('find', (await decodePicture(photo)).picture)
  try {
    await Promise.all([look(), look()])
    const startedAt = performance.now()
    const counts = await Promise.all(
      Array.from({ length: STATIONS }, async () => {
        let count = 0
        // oxlint-disable-next-line no-await-in-loop -- as above
        for (; performance.now() - startedAt < seconds * 1000; count += 1) await look()
        return count
      }),
    )
    return counts.reduce((sum, count) => sum + count, 0) / ((performance.now() - startedAt) / 1000)
  } finally {
    await threads.close()
  }
}

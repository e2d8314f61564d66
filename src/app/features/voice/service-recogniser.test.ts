import { WebSocket as NodeSocket } from 'undici'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { startFakeSpeechService, type FakeSpeechService } from '../../../../tests/support/fakes/fake-speech-service.ts'
import { until } from '../../../../tests/support/until.ts'
import { recogniseByService, type SpeechService } from './service-recogniser.ts'

const failed = { code: 'voice.service_failed' }
const FRAME = new Int16Array(640).fill(1000)
// What both have is what is used.
const Socket = NodeSocket as unknown as typeof WebSocket

let peer: FakeSpeechService
beforeAll(async () => {
  peer = await startFakeSpeechService()
})
afterAll(() => peer.close())
afterEach(() => {
  Object.assign(peer.behaviour, { says: '打开考勤。', fails: false })
})

async function begin(given: Partial<SpeechService> = {}, signal = new AbortController().signal) {
  const service = {
    token: peer.issueToken(),
    appKey: peer.form.appKey,
    url: peer.form.gatewayUrl,
    expiresAt: '2026-10-12T08:00:00Z',
    ...given,
  }
  const heard: string[] = []
  const before = peer.tasks.length
  const recogniser = recogniseByService(signal, service, (text) => heard.push(text), Socket)
  return { recogniser, heard, task: () => peer.tasks[before] }
}

describe('the recognition by the service', () => {
  it('sends all sound, also what came before the service was ready, and gives the text at its end', async () => {
    const { recogniser, heard, task } = await begin()
    recogniser.send(FRAME)
    recogniser.send(FRAME)
    await until(() => heard.length > 0)
    recogniser.send(FRAME)
    recogniser.finish()
    recogniser.send(FRAME)
    expect(await recogniser.result).toBe('打开考勤。')
    expect(heard).toEqual(['打开'])
    expect(task()).toMatchObject({ appKey: 'chinese-project', bytes: 3 * 1280, loudest: 1000, isComplete: true })
  })

  it('ends at once what is over before the service is ready', async () => {
    const { recogniser, task } = await begin()
    recogniser.finish()
    expect(await recogniser.result).toBe('打开考勤。')
    expect(task()?.bytes).toBe(0)
  })

  it('fails when the service refuses the token, or does not know the project', async () => {
    await expect((await begin({ token: 'made-up' })).recogniser.result).rejects.toMatchObject(failed)
    await expect((await begin({ appKey: 'unknown' })).recogniser.result).rejects.toMatchObject({
      ...failed,
      cause: { message: 'task failed with status 40000000' },
    })
  })

  it('fails when the task fails, and where nothing listens', async () => {
    peer.behaviour.fails = true
    await expect((await begin()).recogniser.result).rejects.toMatchObject(failed)
    const nowhere = await begin({ url: 'ws://127.0.0.1:1/ws/v1' })
    await expect(nowhere.recogniser.result).rejects.toMatchObject(failed)
  })

  it('can be stopped', async () => {
    const leaving = new AbortController()
    const { recogniser, task } = await begin({}, leaving.signal)
    await until(() => task() !== undefined)
    leaving.abort(new Error('closed'))
    await expect(recogniser.result).rejects.toThrow('closed')
    expect(task()?.isComplete).toBe(false)
  })
})

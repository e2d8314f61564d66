import * as z from 'zod/mini'
import type { ResponseOf } from '../../../../contract/endpoint.ts'
import type * as voice from '../../../../contract/endpoints/voice.ts'
import { PortalError } from '../../../../contract/portal-error.ts'
import type { Recogniser } from './recogniser.ts'

/** The unit's service with a token of it. */
export type SpeechService = Extract<ResponseOf<typeof voice.token>, { token: string }>

const NAMESPACE = 'SpeechRecognizer'
/** Milliseconds until it must have begun, and until its last word after the end. */
const PATIENCE = 10_000

const event = z.object({
  header: z.object({ name: z.string(), status: z.number(), task_id: z.optional(z.string()) }),
  payload: z.optional(z.object({ result: z.optional(z.string()) })),
})

/**
 * Has a sentence recognised by Alibaba Cloud Intelligent Speech Interaction, over its WebSocket: commands and events as JSON, sound as binary frames of 16-bit
 * samples at 16 kHz (https://help.aliyun.com/zh/isi/developer-reference/websocket-protocol). `send` keeps frames until the service is ready for them. `onHeard` gets
 * what was understood so far. Fails with 'voice.service_failed'; aborting the signal ends it.
 */
export function recogniseByService(
  signal: AbortSignal,
  service: SpeechService,
  onHeard: (text: string) => void,
  Socket: typeof WebSocket = WebSocket,
): Recogniser & { send(frame: Int16Array<ArrayBuffer>): void } {
  const taskId = newId()
  const url = new URL(service.url)
  url.searchParams.set('token', service.token)
  const socket = new Socket(url)
  socket.binaryType = 'arraybuffer'
  let isReady = false
  let isFinished = false
  let waiting: Int16Array<ArrayBuffer>[] = []
  let deadline: ReturnType<typeof setTimeout> | undefined
  let resolve: (text: string) => void = () => {}
  let reject: (error: unknown) => void = () => {}
  const result = new Promise<string>((...settle) => ([resolve, reject] = settle))
  // It may fail before it is waited for.
  result.catch(() => {})

  const end = () => {
    clearTimeout(deadline)
    socket.close()
  }
  const fail = (why: string) => {
    reject(new PortalError('voice.service_failed', { cause: new Error(why) }))
    end()
  }
  const expect = (what: string) => {
    clearTimeout(deadline)
    deadline = setTimeout(() => fail(`no ${what}`), PATIENCE)
  }
  const command = (name: string, payload?: Record<string, unknown>) => {
    const header = { message_id: newId(), task_id: taskId, namespace: NAMESPACE, name, appkey: service.appKey }
    socket.send(JSON.stringify({ header, ...(payload && { payload }) }))
  }
  const stop = () => {
    command('StopRecognition')
    expect('result')
  }
  const begin = () => {
    clearTimeout(deadline)
    isReady = true
    for (const frame of waiting) socket.send(frame)
    waiting = []
    if (isFinished) stop()
  }

  expect('connection')
  signal.addEventListener(
    'abort',
    () => {
      reject(signal.reason)
      end()
    },
    { once: true },
  )
  socket.addEventListener('open', () =>
    command('StartRecognition', {
      format: 'pcm',
      sample_rate: 16_000,
      enable_intermediate_result: true,
      enable_punctuation_prediction: false,
      enable_inverse_text_normalization: true,
    }),
  )
  socket.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    const told = readEvent(data)
    if (!told) return fail('an event without the documented fields')
    const { header, payload } = told
    switch (header.name) {
      case 'RecognitionStarted':
        return begin()
      case 'RecognitionResultChanged':
        return onHeard(payload?.result ?? '')
      case 'RecognitionCompleted':
        resolve(payload?.result ?? '')
        return end()
      case 'TaskFailed':
        return fail(`task failed with status ${header.status}`)
      default:
        // Others may come with later versions of the service.
        return undefined
    }
  })
  // After an end of its own, nothing is left to fail.
  socket.addEventListener('close', ({ code }) => fail(`closed with code ${code}`))

  return {
    result,
    send(frame) {
      if (isFinished) return
      if (isReady) socket.send(frame)
      else waiting.push(frame)
    },
    finish() {
      if (isFinished) return
      isFinished = true
      if (isReady) stop()
    },
  }
}

function readEvent(data: unknown) {
  try {
    return typeof data === 'string' ? z.safeParse(event, JSON.parse(data)).data : undefined
  } catch {
    return undefined
  }
}

/** 32 hexadecimal digits. */
function newId(): string {
  return crypto.randomUUID().replaceAll('-', '')
}

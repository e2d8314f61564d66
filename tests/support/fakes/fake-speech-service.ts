import { createHmac, randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import { WebSocketServer, type RawData, type WebSocket } from 'ws'
import * as z from 'zod/mini'
import type { SpeechServiceForm } from '../../../contract/endpoints/voice-settings.ts'
import { findFreePort } from '../process/free-port.ts'

/** What one recognition was sent. */
export interface HeardTask {
  readonly appKey: string
  /** Bytes of audio, and the loudest of its samples. */
  bytes: number
  loudest: number
  isComplete: boolean
}

/** Alibaba Cloud Intelligent Speech Interaction as far as its documentation describes CreateToken and the recognition of a sentence, on loopback. */
export interface FakeSpeechService {
  /** The settings of a unit that uses it. */
  readonly form: Required<Omit<SpeechServiceForm, 'region'>>
  /** May be changed at any time. */
  readonly behaviour: {
    /** What it understands, whatever it hears. */
    says: string
    /** Seconds for which its tokens are good. */
    tokenLife: number
    /** Whether it refuses to make tokens, and fails every task once it has begun. */
    refuses: boolean
    fails: boolean
  }
  /** A token without a call. */
  issueToken(): string
  /** How many tokens it has made. */
  readonly tokensMade: number
  readonly tasks: readonly HeardTask[]
  close(): Promise<void>
}

const command = z.object({
  header: z.object({
    message_id: z.string().check(z.regex(/^[\da-f]{32}$/)),
    task_id: z.string().check(z.regex(/^[\da-f]{32}$/)),
    namespace: z.literal('SpeechRecognizer'),
    name: z.literal(['StartRecognition', 'StopRecognition']),
    appkey: z.string(),
  }),
  payload: z.optional(
    z.object({
      format: z.literal('pcm'),
      sample_rate: z.literal(16_000),
      enable_intermediate_result: z.optional(z.boolean()),
    }),
  ),
})

const SUCCESS = 20_000_000
const BAD_REQUEST = 40_000_000
const SERVER_ERROR = 50_000_000

/** Starts the fake; `now` is its clock, in milliseconds since 1970. */
export async function startFakeSpeechService(now: () => number = Date.now): Promise<FakeSpeechService> {
  const port = await findFreePort()
  const keySecret = randomUUID()
  const form = {
    tokenUrl: `http://127.0.0.1:${port}/`,
    gatewayUrl: `ws://127.0.0.1:${port}/ws/v1`,
    keyId: 'LTAI-fake',
    keySecret,
    appKey: 'chinese-project',
    englishAppKey: 'english-project',
  }
  const behaviour = { says: '打开考勤。', tokenLife: 24 * 3600, refuses: false, fails: false }
  const tokens = new Map<string, number>()
  const nonces = new Set<string>()
  const tasks: HeardTask[] = []

  function issueToken(): string {
    const token = randomUUID().replaceAll('-', '')
    tokens.set(token, (Math.floor(now() / 1000) + behaviour.tokenLife) * 1000)
    return token
  }

  function createToken(query: URLSearchParams): { status: number; body: unknown } {
    const refuse = (Code: string) => ({ status: 400, body: { Code, Message: 'refused', RequestId: randomUUID() } })
    if (behaviour.refuses) return refuse('InvalidAccessKeyId.Inactive')
    if (query.get('Action') !== 'CreateToken' || query.get('Version') !== '2019-02-28') return refuse('InvalidAction')
    if (query.get('AccessKeyId') !== form.keyId) return refuse('InvalidAccessKeyId.NotFound')
    if (query.get('Signature') !== sign(query, keySecret)) return refuse('SignatureDoesNotMatch')
    const nonce = query.get('SignatureNonce') ?? ''
    if (nonces.has(nonce)) return refuse('SignatureNonceUsed')
    nonces.add(nonce)
    const Id = issueToken()
    const ExpireTime = (tokens.get(Id) ?? 0) / 1000
    return { status: 200, body: { NlsRequestId: randomUUID(), Token: { ExpireTime, Id, UserId: '1' } } }
  }

  const server = createServer((request, response) => {
    const { status, body } = createToken(new URL(request.url ?? '/', form.tokenUrl).searchParams)
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  })
  const sockets = new WebSocketServer({ noServer: true })
  server.on('upgrade', (request, socket, head) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', form.tokenUrl)
    const goodUntil = tokens.get(searchParams.get('token') ?? '') ?? 0
    if (pathname !== '/ws/v1' || goodUntil < now()) {
      socket.end('HTTP/1.1 403 Forbidden\r\nconnection: close\r\n\r\n')
      return
    }
    sockets.handleUpgrade(request, socket, head, recognise)
  })

  function recognise(socket: WebSocket): void {
    let task: (HeardTask & { readonly id: string; readonly tellsEarly: boolean }) | undefined
    const tell = (name: string, status: number, payload?: unknown) => {
      const namespace = name === 'TaskFailed' ? 'Default' : 'SpeechRecognizer'
      const header = { namespace, name, status, task_id: task?.id ?? '', message_id: randomUUID().replaceAll('-', '') }
      socket.send(JSON.stringify({ header, ...(payload !== undefined && { payload }) }))
    }
    const fail = (status: number) => {
      tell('TaskFailed', status)
      socket.close()
    }
    const hear = (audio: Buffer, of: NonNullable<typeof task>) => {
      if (of.bytes === 0 && of.tellsEarly)
        tell('RecognitionResultChanged', SUCCESS, { result: behaviour.says.slice(0, 2) })
      of.bytes += audio.length
      for (let at = 0; at + 1 < audio.length; at += 2)
        of.loudest = Math.max(of.loudest, Math.abs(audio.readInt16LE(at)))
    }
    socket.on('message', (data: RawData, isBinary: boolean) => {
      const bytes = asBuffer(data)
      if (isBinary) return task ? hear(bytes, task) : fail(BAD_REQUEST)
      const given = z.safeParse(command, JSON.parse(bytes.toString()))
      if (!given.success) return fail(BAD_REQUEST)
      const { header, payload } = given.data
      if (header.name === 'StartRecognition') {
        if (task || !payload || ![form.appKey, form.englishAppKey].includes(header.appkey)) return fail(BAD_REQUEST)
        const tellsEarly = payload.enable_intermediate_result === true
        task = { id: header.task_id, appKey: header.appkey, bytes: 0, loudest: 0, isComplete: false, tellsEarly }
        tasks.push(task)
        tell('RecognitionStarted', SUCCESS)
        if (behaviour.fails) fail(SERVER_ERROR)
        return
      }
      if (task?.id !== header.task_id) return fail(BAD_REQUEST)
      task.isComplete = true
      tell('RecognitionCompleted', SUCCESS, { result: behaviour.says })
    })
  }

  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))

  return {
    form,
    behaviour,
    tasks,
    issueToken,
    get tokensMade() {
      return tokens.size
    },
    async close() {
      for (const socket of sockets.clients) socket.terminate()
      server.closeAllConnections()
      await new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}

function asBuffer(data: RawData): Buffer {
  if (Array.isArray(data)) return Buffer.concat(data)
  return data instanceof ArrayBuffer ? Buffer.from(data) : data
}

/** The signature of a query without it, by the service's own description: names in order, each part encoded twice. */
function sign(query: URLSearchParams, secret: string): string {
  const encode = (text: string) =>
    encodeURIComponent(text).replaceAll(/[!'()*]/g, (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`)
  const canonical = [...query]
    .filter(([name]) => name !== 'Signature')
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map((pair) => pair.map(encode).join('='))
    .join('&')
  return createHmac('sha1', `${secret}&`)
    .update(`GET&%2F&${encode(canonical)}`)
    .digest('base64')
}

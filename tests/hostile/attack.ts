import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import * as z from 'zod/mini'

/** The content `repeated` of a body of `stated` bytes, of which `bytes` are sent, and then some each second. A GET where nothing is stated. */
export interface HostileBody {
  readonly path: string
  readonly type: string
  readonly stated: number
  readonly before?: string
  readonly repeated?: string
  readonly bytes: number
  readonly trickle?: number
}

export interface Attack {
  /** Resolves when all is sent that is to be sent at once. */
  readonly sent: Promise<AttackReport>
  /** Resolves when all connections are answered, or closed without an answer. */
  readonly answered: Promise<AttackReport>
  /** Resolves when all connections are closed, with how many got which HTTP status. */
  readonly done: Promise<AttackReport>
  end(): void
}

const report = z.object({
  sent: z.optional(z.boolean()),
  answered: z.optional(z.boolean()),
  closed: z.optional(z.boolean()),
  statuses: z.optional(z.unknown()),
  /** Milliseconds from the headers to the answer, and from the connection to its end. */
  slowestAnswer: z.optional(z.number()),
  longestOpen: z.optional(z.number()),
})
export type AttackReport = z.infer<typeof report>

/** Sends these bodies at once from another process. `addressOf`: of which address the body at a position is said to come. */
export function startAttack(port: number, bodies: readonly HostileBody[], addressOf: (at: number) => string): Attack {
  const child = fork(fileURLToPath(new URL('attacker.mjs', import.meta.url)), { execArgv: [] })
  const hears = (wanted: 'sent' | 'answered' | 'closed') =>
    new Promise<AttackReport>((resolve) => {
      child.on('message', (message) => {
        const heard = z.parse(report, message)
        if (heard[wanted]) resolve(heard)
      })
    })
  const sent = hears('sent')
  const answered = hears('answered')
  const done = hears('closed').finally(() => child.kill())
  child.send({
    port,
    bodies: bodies.map((body, at) => ({
      head: headOf(body, addressOf(at)),
      before: body.before ?? '',
      repeated: body.repeated ?? 'x',
      bytes: Math.floor(body.bytes),
      trickle: body.trickle ?? 0,
    })),
  })
  return { sent, answered, done, end: () => child.kill('SIGKILL') }
}

function headOf({ path, type, stated }: HostileBody, address: string): string {
  return [
    `${stated > 0 ? 'POST' : 'GET'} ${path} HTTP/1.1`,
    'host: localhost',
    'x-portal-device: pc',
    `x-forwarded-for: ${address}`,
    ...(stated > 0 ? [`content-type: ${type}`, `content-length: ${stated}`] : []),
    '',
    '',
  ].join('\r\n')
}

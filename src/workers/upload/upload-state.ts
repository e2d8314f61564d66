import * as z from 'zod/mini'
import { storedFile } from '../../../contract/calls/storage.ts'

/** Which step failed, by the names of section 8 of the specification. */
const failureKind = z.literal(['checkerror', 'uploaderror', 'uploadunkerror', 'checkchunkerror', 'chunkmerge'])
export type UploadFailureKind = z.infer<typeof failureKind>

const uploadFailure = z.object({
  kind: failureKind,
  /** A code of contract/errors, or of a foreign server. */
  code: z.string(),
  /** What the server said: the envelope's status, else HTTP's; 0 when nobody answered. */
  status: z.number(),
  /** Bilingual, Chinese first. */
  message: z.string(),
})
export type UploadFailure = z.infer<typeof uploadFailure>

/** Why nothing moves just now, although nothing has failed for good. */
const stall = z.nullable(z.literal(['offline', 'retrying', 'session']))
export type Stall = z.infer<typeof stall>

const byteCount = z.number()
/** Bytes a second and seconds to go; null until there is something to measure. */
const pace = { speed: z.nullable(z.number()), secondsLeft: z.nullable(z.number()) }
export type Pace = { readonly [key in keyof typeof pace]: number | null }

const activeStates = [
  z.object({ phase: z.literal('hashing'), hashed: byteCount, ...pace }),
  z.object({ phase: z.literal('checking'), md5: z.string(), stall }),
  z.object({ phase: z.literal('sending'), md5: z.string(), sent: byteCount, ...pace, stall }),
  z.object({ phase: z.literal('merging'), md5: z.string(), stall }),
] as const

/** Where an upload is, with what belongs to that phase. Plain data: it crosses from worker to page and can be stored. */
export const uploadState = z.discriminatedUnion('phase', [
  z.object({ phase: z.literal('waiting') }),
  ...activeStates,
  z.object({
    phase: z.literal('paused'),
    during: z.literal(['waiting', 'hashing', 'checking', 'sending', 'merging']),
    hashed: byteCount,
    sent: byteCount,
  }),
  z.object({ phase: z.literal('failed'), failure: uploadFailure }),
  /** `file` is null when a foreign server does not say what it stored. */
  z.object({ phase: z.literal('done'), file: z.nullable(storedFile) }),
])
export type UploadState = z.infer<typeof uploadState>
export type ActiveState = z.infer<(typeof activeStates)[number]>
export type SettledState = Extract<UploadState, { phase: 'failed' | 'done' }>

/** What an upload shows while it is paused in a phase. `size` is the file's, in bytes. */
export function pauseState(size: number, state: ActiveState | { phase: 'waiting' }): UploadState {
  switch (state.phase) {
    case 'waiting':
      return { phase: 'paused', during: 'waiting', hashed: 0, sent: 0 }
    case 'hashing':
      return { phase: 'paused', during: 'hashing', hashed: state.hashed, sent: 0 }
    case 'checking':
      return { phase: 'paused', during: 'checking', hashed: size, sent: 0 }
    case 'sending':
      return { phase: 'paused', during: 'sending', hashed: size, sent: state.sent }
    case 'merging':
      return { phase: 'paused', during: 'merging', hashed: size, sent: size }
  }
}

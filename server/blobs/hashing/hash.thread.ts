import { createHash, type Hash } from 'node:crypto'
import { closeSync, openSync, readSync } from 'node:fs'
import { answerQuestions } from '../../runtime/answer-questions.ts'
import type { Digest } from '../byte-store.ts'

/**
 * Keeps for each file the running MD5 and SHA-256 states over the longest beginning whose chunks have been checked, so that the digest of a large
 * upload is nearly done when its last chunk arrives: a merge of 128 MB took 20 ms instead of 2.7 s (docs/develop/performance.md). Messages are handled
 * between steps of one buffer.
 *
 * Bytes that come in memory are on no disk of this machine: those that come out of order are copied until they are needed. The number of copies is
 * limited; the file whose copies waited longest loses them, and its state goes no further.
 */
interface State {
  readonly md5: Hash
  readonly sha256: Hash
  /** Bytes that are in the states. */
  position: number
  /** Checked ranges behind the position, by their first byte: a copy, or the length of what is on the disk. */
  readonly ranges: Map<number, Uint8Array | number>
  /** Its copies were given up. */
  gapped: boolean
}

interface Job {
  readonly file: string
  readonly size: number
  readonly resolve: (digest: Digest) => void
  readonly reject: (reason: unknown) => void
}

const STEP = 2 * 1024 * 1024
const STATES_MAX = 1000
const COPIES_MAX = 24
const buffer = Buffer.allocUnsafe(STEP)
const states = new Map<string, State>()
const digests: Job[] = []
/** Files whose next range has been checked. */
const behind = new Set<string>()
/** States with copies, the oldest first. */
const holders = new Set<State>()
let copies = 0
let scheduled = false

function read(file: string, offset: number, length: number): Buffer {
  const handle = openSync(file, 'r')
  try {
    let done = 0
    while (done < length) {
      const count = readSync(handle, buffer, done, length - done, offset + done)
      if (count === 0) throw new Error('the file ended early')
      done += count
    }
    return buffer.subarray(0, length)
  } finally {
    closeSync(handle)
  }
}

function stateOf(file: string): State {
  let state = states.get(file)
  if (state === undefined) {
    state = { md5: createHash('md5'), sha256: createHash('sha256'), position: 0, ranges: new Map(), gapped: false }
    states.set(file, state)
    // Without its state, the digest of the oldest file is computed from the disk.
    const [oldest] = states.keys()
    if (states.size > STATES_MAX && oldest !== undefined) forget(oldest)
  }
  return state
}

function forget(file: string): void {
  const state = states.get(file)
  states.delete(file)
  behind.delete(file)
  if (state !== undefined) giveUp(state)
}

function copy(state: State, offset: number, bytes: Uint8Array): void {
  const [oldest] = holders
  if (copies === COPIES_MAX && oldest !== undefined) giveUp(oldest)
  if (state.gapped) return
  dropRange(state, offset)
  state.ranges.set(offset, Buffer.from(bytes))
  holders.add(state)
  copies += 1
}

function giveUp(state: State): void {
  state.gapped = true
  for (const offset of state.ranges.keys()) dropRange(state, offset)
}

function dropRange(state: State, offset: number): Uint8Array | number | undefined {
  const range = state.ranges.get(offset)
  state.ranges.delete(offset)
  if (typeof range !== 'object') return range
  copies -= 1
  if (state.ranges.size === 0) holders.delete(state)
  return range
}

function advance(state: State, bytes: Uint8Array): void {
  state.md5.update(bytes)
  state.sha256.update(bytes)
  state.position += bytes.length
}

function catchUp(file: string): void {
  const state = stateOf(file)
  const range = dropRange(state, state.position)
  if (range === undefined) return void behind.delete(file)
  try {
    advance(state, typeof range === 'object' ? range : read(file, state.position, range))
  } catch {
    // The upload was discarded meanwhile, or its digest will show what is wrong.
    forget(file)
  }
}

/** Whether the digest is ready. */
function digestStep({ file, size, resolve }: Job): boolean {
  const state = stateOf(file)
  if (state.position < size) {
    advance(state, read(file, state.position, Math.min(STEP, size - state.position)))
    return false
  }
  forget(file)
  // The state covers more than the file has now: it is read again.
  if (state.position > size) return false
  resolve({ md5: state.md5.digest('hex'), sha256: state.sha256.digest('hex') })
  return true
}

function takeStep(job: Job): void {
  try {
    if (!digestStep(job)) digests.push(job)
  } catch (error) {
    job.reject(error)
  }
}

function step(): void {
  scheduled = false
  const job = digests.shift()
  if (job !== undefined) takeStep(job)
  const [file] = behind
  if (file !== undefined) {
    catchUp(file)
    // To the end of the queue, so that several uploads advance together.
    if (behind.delete(file)) behind.add(file)
  }
  schedule()
}

function schedule(): void {
  if (scheduled || (digests.length === 0 && behind.size === 0)) return
  scheduled = true
  setImmediate(step)
}

const methods = {
  /** A range is about to be written, perhaps again: discards what is known of its bytes. */
  rewrite(file: string, offset: number): void {
    const state = stateOf(file)
    dropRange(state, offset)
    // The state cannot be reset to an earlier position.
    if (offset < state.position) forget(file)
  },
  /**
   * Whether a range of at most STEP bytes has this MD5; always true without one. `memory`: its bytes, which are on no disk of this machine, and must not change
   * meanwhile. The digest may miss them when they come out of order: see `position`.
   */
  check(file: string, offset: number, length: number, md5?: string, memory?: Uint8Array): boolean {
    const state = stateOf(file)
    const next = length <= STEP && offset === state.position
    const bytes = memory ?? (md5 !== undefined || next ? read(file, offset, length) : undefined)
    const matches = md5 === undefined || (bytes && createHash('md5').update(bytes).digest('hex')) === md5
    // Before the answer, after which the memory is reused.
    if (matches && next && bytes) advance(state, bytes)
    else if (matches && memory !== undefined) copy(state, offset, memory)
    else if (matches) state.ranges.set(offset, length)
    if (state.ranges.has(state.position)) behind.add(file)
    schedule()
    return matches
  },
  /** How many first bytes of a file its state covers; the next ones can be given to `check`. */
  position(file: string): number {
    while (behind.has(file)) catchUp(file)
    return states.get(file)?.position ?? 0
  },
  /** Digests the first `size` bytes of a file, beginning where the checked ranges end. */
  digest(file: string, size: number): Promise<Digest> {
    return new Promise((resolve, reject) => {
      digests.push({ file, size, resolve, reject })
      schedule()
    })
  },
  forget,
}
export type HashMethods = typeof methods

// The answer to each chunk waits for its check: behind requests the thread would stand still while a browser on the same machine hashes, and with it the upload.
answerQuestions(methods, { behindRequests: false })

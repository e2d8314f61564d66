import { INPUT_AT, INPUT_LENGTH, STATES_AT, STATE_LENGTH, buildPairCode } from './pair-code.ts'

/** The MD5 of a file and of each chunk. */
export interface FileHashes {
  readonly md5: string
  readonly chunkMd5s: readonly string[]
}

/** The state at the end of a chunk, from which another worker can continue. Plain data. */
export interface HashState {
  /** Only the same kind of hasher can continue. */
  readonly by: 'pair' | 'spark'
  /** Hashed bytes; a whole number of chunks. */
  readonly bytes: number
  /** The MD5 state of the file so far, in the hasher's own format. */
  readonly whole: string
  readonly chunkMd5s: readonly string[]
}

export interface ChunkHasher {
  update(bytes: Uint8Array): void
  digest(): FileHashes
}

/** Gets each chunk's number from 1, and its MD5. */
export type ChunkListener = (chunk: number, chunkMd5: string) => void

/** `onState` is called every `stateEvery` bytes (a whole number of chunks). */
export interface HasherOptions {
  readonly from?: HashState | undefined
  readonly onChunk?: ChunkListener | undefined
  readonly stateEvery?: number
  readonly onState?: (state: HashState) => void
}

const BLOCK = 64
let compiled: Promise<WebAssembly.Module> | undefined
/** Instances to reuse: allocating memory for each small file of a folder is slow. */
const idle: WebAssembly.Instance[] = []
/** The initial state by RFC 1321: the bytes of A, B, C and D. */
const START = [0x01, 0x23, 0x45, 0x67, 0x89, 0xab, 0xcd, 0xef, 0xfe, 0xdc, 0xba, 0x98, 0x76, 0x54, 0x32, 0x10]
const WHOLE = STATES_AT
const CHUNK = STATES_AT + STATE_LENGTH

/**
 * The fast hasher, for chunks of `chunkSize` bytes (a multiple of 64). Rejects where the browser or the content-security policy forbids WebAssembly.
 */
export async function createPairHasher(
  chunkSize: number,
  { from, onChunk, stateEvery = Infinity, onState }: HasherOptions = {},
): Promise<ChunkHasher> {
  compiled ??= WebAssembly.compile(buildPairCode())
  const instance = idle.pop() ?? (await WebAssembly.instantiate(await compiled))
  const { memory, mix } = instance.exports
  if (!(memory instanceof WebAssembly.Memory) || typeof mix !== 'function') throw new Error('no WebAssembly')
  const bytes = new Uint8Array(memory.buffer)
  const view = new DataView(memory.buffer)
  const chunkMd5s = [...(from?.chunkMd5s ?? [])]
  /** Bytes waiting in the input area, and bytes taken of the file and of the current chunk. */
  let waiting = 0
  let total = from?.bytes ?? 0
  let inChunk = 0
  bytes.set(from ? fromHex(from.whole) : START, WHOLE)
  bytes.set(START, CHUNK)

  const mixBlocks = (length: number): void => {
    if (length > 0) mix(INPUT_AT, INPUT_AT + length)
  }

  /** The digest of one chain after the last `rest` bytes. Does not change the states. */
  function finish(chain: number, rest: Uint8Array, length: number): string {
    const states = bytes.slice(STATES_AT, CHUNK + STATE_LENGTH)
    const padded = rest.length < BLOCK - 8 ? BLOCK : 2 * BLOCK
    bytes.fill(0, INPUT_AT, INPUT_AT + padded)
    bytes.set(rest, INPUT_AT)
    bytes[INPUT_AT + rest.length] = 0x80
    view.setUint32(INPUT_AT + padded - 8, (length * 8) >>> 0, true)
    view.setUint32(INPUT_AT + padded - 4, Math.floor(length / 2 ** 29), true)
    mixBlocks(padded)
    const digest = bytes.slice(chain, chain + STATE_LENGTH)
    bytes.set(states, STATES_AT)
    return toHex(digest)
  }

  function endChunk(rest: Uint8Array): void {
    const chunkMd5 = finish(CHUNK, rest, inChunk)
    chunkMd5s.push(chunkMd5)
    onChunk?.(chunkMd5s.length, chunkMd5)
    bytes.set(START, CHUNK)
    inChunk = 0
    if (total % stateEvery !== 0) return
    const whole = toHex(bytes.slice(WHOLE, WHOLE + STATE_LENGTH))
    onState?.({ by: 'pair', bytes: total, whole, chunkMd5s: [...chunkMd5s] })
  }

  return {
    update(piece) {
      for (let at = 0; at < piece.length;) {
        const take = Math.min(piece.length - at, INPUT_LENGTH - waiting, chunkSize - inChunk)
        bytes.set(piece.subarray(at, at + take), INPUT_AT + waiting)
        at += take
        waiting += take
        total += take
        inChunk += take
        if (waiting < INPUT_LENGTH && inChunk < chunkSize) continue
        mixBlocks(waiting)
        waiting = 0
        if (inChunk === chunkSize) endChunk(new Uint8Array(0))
      }
    },
    digest() {
      const blocks = waiting - (waiting % BLOCK)
      mixBlocks(blocks)
      const rest = bytes.slice(INPUT_AT + blocks, INPUT_AT + waiting)
      const md5 = finish(WHOLE, rest, total)
      if (inChunk > 0) endChunk(rest)
      idle.push(instance)
      return { md5, chunkMd5s }
    },
  }
}

function toHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

function fromHex(text: string): number[] {
  return Array.from({ length: text.length / 2 }, (_, at) => Number.parseInt(text.slice(2 * at, 2 * at + 2), 16))
}

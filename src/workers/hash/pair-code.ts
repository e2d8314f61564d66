/** Memory addresses of the states of the two chains (16 bytes each), and of the blocks to mix in. */
export const STATES_AT = 0
export const STATE_LENGTH = 16
export const INPUT_AT = 64
/** Small enough to stay in the processor's cache between copying and mixing. */
export const INPUT_LENGTH = 256 * 1024

const BLOCK = 64
const CHAINS = 2
const PAGE = 64 * 1024

/** RFC 1321: the constant of each step, the four rotations of each round, and which word of the block a step takes. */
const CONSTANTS = Array.from({ length: 64 }, (_, step) => Math.floor(Math.abs(Math.sin(step + 1)) * 2 ** 32) | 0)
const ROTATIONS = [7, 12, 17, 22, 5, 9, 14, 20, 4, 11, 16, 23, 6, 10, 15, 21] as const
const WORD_OF_STEP = [
  (step: number) => step,
  (step: number) => 5 * step + 1,
  (step: number) => 3 * step + 5,
  (step: number) => 7 * step,
] as const

type Code = readonly number[]
const MAGIC_AND_VERSION: Code = [0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0]
const [ADD, AND, OR, XOR, ROTATE_LEFT, LESS] = [0x6a, 0x71, 0x72, 0x73, 0x77, 0x49]
const [LOOP, BRANCH_IF, END, NO_RESULT, I32] = [0x03, 0x0d, 0x0b, 0x40, 0x7f]
const get = (local: number): Code => [0x20, local]
const set = (local: number): Code => [0x21, local]
const setAndKeep = (local: number): Code => [0x22, local]
const constant = (value: number): Code => [0x41, ...signedLeb(value)]
const load = (offset: number): Code => [0x28, 2, ...unsignedLeb(offset)]
const store = (offset: number): Code => [0x36, 2, ...unsignedLeb(offset)]

const POSITION = 0
const LIMIT = 1
const WORD = 2
const variable = (chain: number, index: number): number => 3 + 4 * chain + (index & 3)

/** The functions of RFC 1321's rounds, each added to the top of the stack, with as few steps as possible after the newest value, b. */
const ROUNDS: readonly ((b: Code, c: Code, d: Code) => Code)[] = [
  (b, c, d) => [...c, ...d, XOR, ...b, AND, ...d, XOR, ADD],
  (b, c, d) => [...d, ...constant(-1), XOR, ...c, AND, ADD, ...d, ...b, AND, ADD],
  (b, c, d) => [...c, ...d, XOR, ...b, XOR, ADD],
  (b, c, d) => [...d, ...constant(-1), XOR, ...b, OR, ...c, XOR, ADD],
]

/**
 * WebAssembly that mixes the same blocks into two MD5 states at once, exported as `mix(from, to)` with its `memory`. Each step of MD5 waits for the
 * previous one, which leaves most of the processor idle: a second chain over the same words costs a sixth more. A file and its chunks take half of the
 * processor time, and a quarter of the time on a busy machine, of two hashers of hash-wasm (docs/develop/performance.md).
 */
export function buildPairCode(): Uint8Array<ArrayBuffer> {
  const locals = [1, 1 + 4 * CHAINS, I32]
  const body = [...locals, ...mixBlocks(), END]
  return Uint8Array.from([
    ...MAGIC_AND_VERSION,
    ...section(1, [1, 0x60, 2, I32, I32, 0]),
    ...section(3, [1, 0]),
    ...section(5, [1, 0, Math.ceil((INPUT_AT + INPUT_LENGTH) / PAGE)]),
    ...section(7, [2, ...name('memory'), 2, 0, ...name('mix'), 0, 0]),
    ...section(10, [1, ...unsignedLeb(body.length), ...body]),
  ])
}

function mixBlocks(): Code {
  const code: number[] = []
  for (const [local, address] of stateVariables()) code.push(...constant(0), ...load(address), ...set(local))
  code.push(LOOP, NO_RESULT)
  for (let step = 0; step < 64; step++) code.push(...mixStep(step))
  for (const [local, address] of stateVariables()) {
    const sum = [...constant(0), ...load(address), ...get(local), ADD]
    code.push(...constant(0), ...sum, ...setAndKeep(local), ...store(address))
  }
  code.push(...get(POSITION), ...constant(BLOCK), ADD, ...setAndKeep(POSITION), ...get(LIMIT), LESS, BRANCH_IF, 0, END)
  return code
}

function mixStep(step: number): Code {
  const round = step >> 4
  const word = (WORD_OF_STEP[round]?.(step) ?? 0) & 15
  const rotation = ROTATIONS[round * 4 + (step & 3)] ?? 0
  const code = [...get(POSITION), ...load(4 * word), ...constant(CONSTANTS[step] ?? 0), ADD, ...set(WORD)]
  for (let chain = 0; chain < CHAINS; chain++) {
    // The four variables change places after each step; moving the names costs nothing.
    const a = variable(chain, -step)
    const [b, c, d] = [get(variable(chain, 1 - step)), get(variable(chain, 2 - step)), get(variable(chain, 3 - step))]
    code.push(...get(a), ...get(WORD), ADD, ...(ROUNDS[round]?.(b, c, d) ?? []))
    code.push(...constant(rotation), ROTATE_LEFT, ...b, ADD, ...set(a))
  }
  return code
}

function stateVariables(): [local: number, address: number][] {
  return Array.from({ length: 4 * CHAINS }, (_, index) => [variable(index >> 2, index), STATES_AT + 4 * index])
}

function section(id: number, content: Code): Code {
  return [id, ...unsignedLeb(content.length), ...content]
}

function name(text: string): Code {
  return [text.length, ...Array.from(text, (letter) => letter.charCodeAt(0))]
}

function unsignedLeb(value: number): Code {
  return value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...unsignedLeb(value >>> 7)]
}

function signedLeb(value: number): Code {
  const isLast = value >= -0x40 && value < 0x40
  return isLast ? [value & 0x7f] : [(value & 0x7f) | 0x80, ...signedLeb(value >> 7)]
}

import { ByteBuffer } from 'flatbuffers'

// The parts of TensorFlow Lite's schema that the model uses: tensorflow/lite/schema/schema.fbs, version 3. Numbers are those of its fields, in their order.

/** A constant or a value that flows between two steps. */
export interface LiteTensor {
  readonly name: string
  readonly shape: readonly number[]
  readonly type: 'float32' | 'float16' | 'int32'
  /** The bytes of a constant, little-endian; empty for what is computed. */
  readonly data: Uint8Array
}

/** A model with one graph; the steps are in the order of computation, and name tensors by their indices. */
export type LiteModel = ReturnType<typeof readLiteModel>

const OPERATORS = {
  0: 'add',
  2: 'concatenation',
  3: 'conv2d',
  4: 'depthwiseConv2d',
  6: 'dequantize',
  17: 'maxPool2d',
  19: 'relu',
  22: 'reshape',
  34: 'pad',
} as const
const TYPES = { 0: 'float32', 1: 'float16', 2: 'int32' } as const

type LiteOperator = (typeof OPERATORS)[keyof typeof OPERATORS]

/** Reads a .tflite file. Throws for an operator, a type or an activation that it does not support. */
export function readLiteModel(file: Uint8Array) {
  const buffer = new ByteBuffer(file)
  const root = openTable(buffer, buffer.readInt32(0))
  const [graph, ...others] = root.tables(2)
  if (!graph || others.length > 0) throw new Error('the model must have one graph')
  const buffers = root.tables(4)
  const tensors = graph.tables(0).map((tensor): LiteTensor => {
    const type = tensor.byte(1)
    const bytes = buffers[tensor.integer(2)]?.bytes(0) ?? new Uint8Array()
    return { name: tensor.text(3), shape: tensor.integers(0), type: known(TYPES, type, 'type'), data: bytes }
  })
  const operators = root.tables(1).map((code) => Math.max(code.byte(0), code.integer(3)))
  const steps = graph.tables(3).map((step) => {
    const operator = known(OPERATORS, operators[step.integer(0)] ?? -1, 'operator')
    return { operator, inputs: step.integers(1), outputs: step.integers(2), ...readOptions(operator, step.table(4)) }
  })
  return { tensors, steps, inputs: graph.integers(1), outputs: graph.integers(2) }
}

/** The field of an operator's options that holds its activation. */
const ACTIVATIONS: Partial<Record<LiteOperator, number>> = {
  add: 0,
  concatenation: 1,
  conv2d: 3,
  depthwiseConv2d: 4,
  maxPool2d: 5,
}

/** `strides` and `window` are height and width, the window that of a pooling; `axis` is that of a concatenation. */
function readOptions(operator: LiteOperator, options: Table | undefined) {
  const activation = ACTIVATIONS[operator]
  if (activation !== undefined && options?.byte(activation)) throw new Error(`an activation inside ${operator}`)
  const isPool = operator === 'maxPool2d'
  const hasStrides = isPool || operator === 'conv2d' || operator === 'depthwiseConv2d'
  return {
    padding: hasStrides && options?.byte(0) === 1 ? 'VALID' : 'SAME',
    strides: hasStrides ? [options?.integer(2) ?? 1, options?.integer(1) ?? 1] : [1, 1],
    window: isPool ? [options?.integer(4) ?? 1, options?.integer(3) ?? 1] : [1, 1],
    axis: operator === 'concatenation' ? (options?.integer(0) ?? 0) : 0,
  }
}

interface Table {
  byte(field: number): number
  integer(field: number): number
  text(field: number): string
  integers(field: number): number[]
  bytes(field: number): Uint8Array
  table(field: number): Table | undefined
  tables(field: number): Table[]
}

/** Absent fields read as 0, '' or []: no field that is used here has another default. */
function openTable(buffer: ByteBuffer, position: number): Table {
  /** The position of a field's value; undefined when it is absent. A table's list of offsets begins with two sizes. */
  const find = (field: number) => {
    const offset = buffer.__offset(position, 4 + 2 * field)
    return offset === 0 ? undefined : position + offset
  }
  const each = <T>(field: number, width: number, read: (at: number) => T): T[] => {
    const at = find(field)
    if (at === undefined) return []
    const start = buffer.__vector(at)
    return Array.from({ length: buffer.__vector_len(at) }, (_, index) => read(start + width * index))
  }
  const value = <T>(field: number, none: T, read: (at: number) => T): T => {
    const at = find(field)
    return at === undefined ? none : read(at)
  }
  return {
    byte: (field) => value(field, 0, (at) => buffer.readInt8(at)),
    integer: (field) => value(field, 0, (at) => buffer.readInt32(at)),
    text: (field) => value(field, '', (at) => String(buffer.__string(at))),
    integers: (field) => each(field, 4, (at) => buffer.readInt32(at)),
    bytes: (field) =>
      value(field, new Uint8Array(), (at) => {
        const start = buffer.__vector(at)
        return buffer.bytes().slice(start, start + buffer.__vector_len(at))
      }),
    table: (field) => value(field, undefined, (at) => openTable(buffer, buffer.__indirect(at))),
    tables: (field) => each(field, 4, (at) => openTable(buffer, buffer.__indirect(at))),
  }
}

function known<T>(names: Readonly<Record<number, T>>, number: number, what: string): T {
  const name = names[number]
  if (name === undefined) throw new Error(`the model has a ${what} that is not known: ${number}`)
  return name
}

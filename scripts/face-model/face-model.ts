import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname } from 'node:path/posix'
import { FACE_MODEL } from '../../contract/face-model.ts'
import { type LiteModel, type LiteTensor, readLiteModel } from './tflite.ts'

/** BlazeFace for faces up to two metres away, in the package that is the detector's peer dependency. */
const SOURCE = '@mediapipe/face_detection/face_detection_short_range.tflite'
const SHA256 = '3bc182eb9f33925d9e58b5c8d59308a760f4adea8f282370e428c51212c26633'
const WEIGHTS = 'weights.bin'

/** The face detector's model for TensorFlow.js. Throws when the package holds another file than the one that was checked. */
async function makeFaceModel(): Promise<GraphModel> {
  const file = await readFile(createRequire(import.meta.url).resolve(SOURCE))
  const found = createHash('sha256').update(file).digest('hex')
  if (found !== SHA256) throw new Error(`${SOURCE} is not the file that was checked: its SHA-256 is ${found}`)
  return toGraphModel(readLiteModel(file), WEIGHTS)
}

let made: Promise<GraphModel> | undefined
const once = () => (made ??= makeFaceModel())
const FOLDER = dirname(FACE_MODEL.slice(1))

/** The model's files by their paths in the build. */
export const faceModelFiles = {
  [`${FOLDER}/model.json`]: async () => JSON.stringify((await once()).json),
  [`${FOLDER}/${WEIGHTS}`]: async () => (await once()).weights,
}

/** What `loadGraphModel` of TensorFlow.js reads: the file `model.json`, and the weights that it names. */
interface GraphModel {
  readonly json: object
  readonly weights: Uint8Array
}

interface Node {
  readonly name: string
  readonly op: string
  readonly input: readonly string[]
  readonly attr: Readonly<Record<string, object>>
}

/**
 * Turns a model of TensorFlow Lite into one of TensorFlow.js. The one output `Identity` has all outputs side by side along the last axis, the
 * narrowest first: of a face detector the scores, then boxes and points. The weights stay as they are, also as half floats. Kernels lie as output,
 * height, width, input and become height, width, input, output.
 */
function toGraphModel(model: LiteModel, weightsFile: string): GraphModel {
  const nodes: Node[] = []
  const entries: object[] = []
  const pieces: Uint8Array[] = []
  /** Names in the graph by the index of the tensor. */
  const names = new Map<number, string>()

  function addConstant(name: string, { shape, type }: Pick<LiteTensor, 'shape' | 'type'>, data: Uint8Array): string {
    const dtype = type === 'int32' ? 'int32' : 'float32'
    const half = type === 'float16' ? { quantization: { dtype: 'float16', original_dtype: 'float32' } } : {}
    entries.push({ name, shape, dtype, ...half })
    pieces.push(data)
    const tensor = { dtype: TYPE[dtype], tensorShape: { dim: shape.map((size) => ({ size: String(size) })) } }
    nodes.push({ name, op: 'Const', input: [], attr: { dtype: { type: TYPE[dtype] }, value: { tensor } } })
    return name
  }

  function integers(name: string, values: readonly number[], shape: readonly number[]): string {
    return addConstant(name, { shape, type: 'int32' }, new Uint8Array(Int32Array.from(values).buffer))
  }

  function tensorOf(index: number | undefined): LiteTensor {
    const tensor = model.tensors[index ?? -1]
    if (!tensor) throw new Error(`the model has no tensor ${index}`)
    return tensor
  }

  /** The name of a value, which is computed by now, or of a constant, which is added where it is needed. */
  function nameOf(index: number | undefined): string {
    const name = names.get(index ?? -1)
    if (name !== undefined) return name
    const tensor = tensorOf(index)
    if (tensor.data.length === 0) throw new Error(`${tensor.name} is used before it is computed`)
    const added = addConstant(tensor.name, tensor, tensor.data)
    names.set(index ?? -1, added)
    return added
  }

  /** The constant behind the step that makes floats of its half floats, which the loader does by itself. */
  const halves = new Map(
    model.steps
      .filter(({ operator }) => operator === 'dequantize')
      .map(({ inputs: [from], outputs: [to] }) => [to, from]),
  )
  function addKernel(index: number | undefined): string {
    const { name, shape, type, data } = tensorOf(halves.get(index) ?? index)
    return addConstant(name, { shape: KERNEL_ORDER.map((axis) => shape[axis] ?? 1), type }, transpose(data, shape))
  }

  function addStep(step: LiteModel['steps'][number]): void {
    const [input, second, third] = step.inputs
    const [output] = step.outputs
    const name = tensorOf(output).name
    const add = (op: string, from: readonly string[], attr: Node['attr'] = {}) => {
      nodes.push({ name, op, input: from, attr: { ...FLOAT, ...attr } })
      names.set(output ?? -1, name)
    }
    const strided = { strides: list([1, ...step.strides, 1]), padding: text(step.padding), data_format: text('NHWC') }
    const convolved = { ...strided, dilations: list([1, 1, 1, 1]), ...WITH_BIAS }
    switch (step.operator) {
      case 'dequantize':
        return
      case 'conv2d':
        return add('_FusedConv2D', [nameOf(input), addKernel(second), bias(third)], convolved)
      case 'depthwiseConv2d':
        return add('FusedDepthwiseConv2dNative', [nameOf(input), addKernel(second), bias(third)], convolved)
      case 'maxPool2d':
        return add('MaxPool', [nameOf(input)], { ...strided, ksize: list([1, ...step.window, 1]) })
      case 'add':
        return add('AddV2', [nameOf(input), nameOf(second)])
      case 'relu':
        return add('Relu', [nameOf(input)])
      case 'pad':
        return add('Pad', [nameOf(input), nameOf(second)], { Tpaddings: { type: TYPE.int32 } })
      case 'reshape': {
        const { shape } = tensorOf(output)
        return add('Reshape', [nameOf(input), integers(`${name}/shape`, shape, [shape.length])], {
          Tshape: { type: TYPE.int32 },
        })
      }
      case 'concatenation':
        return addConcat(name, step.inputs.map(nameOf), step.axis, output)
      default:
        throw new Error(`no translation of ${String(step.operator satisfies never)}`)
    }
  }

  function bias(index: number | undefined): string {
    return nameOf(halves.get(index) ?? index)
  }

  function addConcat(name: string, from: readonly string[], axis: number, output?: number): void {
    const attr = { ...FLOAT, N: { i: String(from.length) }, Tidx: { type: TYPE.int32 } }
    nodes.push({ name, op: 'ConcatV2', input: [...from, integers(`${name}/axis`, [axis], [])], attr })
    if (output !== undefined) names.set(output, name)
  }

  const [input] = model.inputs
  const { name, shape } = tensorOf(input)
  const dim = shape.map((size) => ({ size: String(size) }))
  nodes.push({ name, op: 'Placeholder', input: [], attr: { dtype: { type: TYPE.float32 }, shape: { shape: { dim } } } })
  names.set(input ?? -1, name)
  for (const step of model.steps) addStep(step)
  const widthOf = (index: number) => tensorOf(index).shape.at(-1) ?? 0
  const outputs = model.outputs.toSorted((one, other) => widthOf(one) - widthOf(other))
  addConcat('Identity', outputs.map(nameOf), tensorOf(outputs[0]).shape.length - 1)

  return {
    json: {
      format: 'graph-model',
      generatedBy: 'TensorFlow Lite',
      convertedBy: 'school-portal',
      modelTopology: { node: nodes, library: {}, versions: { producer: 1 } },
      weightsManifest: [{ paths: [weightsFile], weights: entries }],
    },
    weights: Buffer.concat(pieces),
  }
}

const TYPE = { float32: 'DT_FLOAT', int32: 'DT_INT32' } as const
const FLOAT = { T: { type: TYPE.float32 } }

const list = (numbers: readonly number[]) => ({ list: { i: numbers.map(String) } })
const text = (value: string) => ({ s: btoa(value) })
const WITH_BIAS = { fused_ops: { list: { s: [btoa('BiasAdd')] } }, num_args: { i: '1' } }

/** The axis that was at `KERNEL_ORDER[i]` becomes the one at `i`. */
const KERNEL_ORDER = [1, 2, 3, 0] as const

function transpose(data: Uint8Array, shape: readonly number[]): Uint8Array {
  const size = data.length / shape.reduce((product, length) => product * length, 1)
  const steps = shape.map((_, axis) => shape.slice(axis + 1).reduce((product, length) => product * length, size))
  const lengths = KERNEL_ORDER.map((axis) => shape[axis] ?? 1)
  const strides = KERNEL_ORDER.map((axis) => steps[axis] ?? 0)
  const [a = 1, b = 1, c = 1, d = 1] = lengths
  const [sa = 0, sb = 0, sc = 0, sd = 0] = strides
  const laid = new Uint8Array(data.length)
  let at = 0
  for (let i = 0; i < a; i++)
    for (let j = 0; j < b; j++)
      for (let k = 0; k < c; k++)
        for (let l = 0; l < d; l++) {
          const from = i * sa + j * sb + k * sc + l * sd
          laid.set(data.subarray(from, from + size), at)
          at += size
        }
  return laid
}

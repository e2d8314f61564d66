import { registerKernel } from '@tensorflow/tfjs-core'
import { addConfig } from '@tensorflow/tfjs-backend-wasm/dist/kernels/Add'
import { castConfig } from '@tensorflow/tfjs-backend-wasm/dist/kernels/Cast'
import { clipByValueConfig } from '@tensorflow/tfjs-backend-wasm/dist/kernels/ClipByValue'
import { concatConfig } from '@tensorflow/tfjs-backend-wasm/dist/kernels/Concat'
import { expandDimsConfig } from '@tensorflow/tfjs-backend-wasm/dist/kernels/ExpandDims'
import { fusedConv2DConfig } from '@tensorflow/tfjs-backend-wasm/dist/kernels/FusedConv2D'
import { fusedDepthwiseConv2DConfig } from '@tensorflow/tfjs-backend-wasm/dist/kernels/FusedDepthwiseConv2D'
import { identityConfig } from '@tensorflow/tfjs-backend-wasm/dist/kernels/Identity'
import { maxPoolConfig } from '@tensorflow/tfjs-backend-wasm/dist/kernels/MaxPool'
import { multiplyConfig } from '@tensorflow/tfjs-backend-wasm/dist/kernels/Multiply'
import { nonMaxSuppressionV3Config } from '@tensorflow/tfjs-backend-wasm/dist/kernels/NonMaxSuppressionV3'
import { padV2Config } from '@tensorflow/tfjs-backend-wasm/dist/kernels/PadV2'
import { realDivConfig } from '@tensorflow/tfjs-backend-wasm/dist/kernels/RealDiv'
import { reluConfig } from '@tensorflow/tfjs-backend-wasm/dist/kernels/Relu'
import { reshapeConfig } from '@tensorflow/tfjs-backend-wasm/dist/kernels/Reshape'
import { sigmoidConfig } from '@tensorflow/tfjs-backend-wasm/dist/kernels/Sigmoid'
import { sliceConfig } from '@tensorflow/tfjs-backend-wasm/dist/kernels/Slice'
import { subConfig } from '@tensorflow/tfjs-backend-wasm/dist/kernels/Sub'
import { transformConfig } from '@tensorflow/tfjs-backend-wasm/dist/kernels/Transform'

/** What the model and the detector around it use of the backend's hundred kernels; the rest would be two thirds of the worker. */
const USED = [
  addConfig,
  castConfig,
  clipByValueConfig,
  concatConfig,
  expandDimsConfig,
  fusedConv2DConfig,
  fusedDepthwiseConv2DConfig,
  identityConfig,
  maxPoolConfig,
  multiplyConfig,
  nonMaxSuppressionV3Config,
  padV2Config,
  realDivConfig,
  reluConfig,
  reshapeConfig,
  sigmoidConfig,
  sliceConfig,
  subConfig,
  transformConfig,
]

/** Makes the kernels known to TensorFlow.js. */
export function registerKernels(): void {
  for (const kernel of USED) registerKernel(kernel)
}

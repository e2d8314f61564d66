import { transfer } from 'comlink'
import type { Size } from '../../../contract/rules/face-guide.ts'
import { detection, type FaceApi, type Frame, type Detection } from '../../workers/face/face-api.ts'
import { linkWorker, type LinkedWorker } from './worker-link.ts'

/** The worker's results. */
export type { Frame, Detection } from '../../workers/face/face-api.ts'

export interface FaceBridge {
  prepare(signal: AbortSignal): Promise<void>
  /**
   * Detects faces in the part of a frame that fills a capture; consumes the frame. All calls reject with the signal's reason, and with PortalError
   * 'client.worker_stopped'.
   */
  look(signal: AbortSignal, frame: Frame, capture: Size): Promise<Detection>
  /** That part as a JPEG of the size of the capture; consumes the frame. */
  photograph(signal: AbortSignal, frame: Frame, capture: Size): Promise<Blob>
}

export function bridgeFaces(start: () => LinkedWorker): FaceBridge {
  const link = linkWorker<FaceApi>(start)
  return {
    prepare: (signal) => link.use(signal, (api) => api.prepare()),
    async look(signal, frame, capture) {
      const seen: unknown = await link.use(signal, (api) => api.look(transfer(frame, [frame]), capture))
      return detection.parse(seen)
    },
    async photograph(signal, frame, capture) {
      const photo: unknown = await link.use(signal, (api) => api.photograph(transfer(frame, [frame]), capture))
      if (!(photo instanceof Blob)) throw new TypeError('the worker gave no picture')
      return photo
    },
  }
}

export const faces = bridgeFaces(
  () => new Worker(new URL('../../workers/face/face.worker.ts', import.meta.url), { type: 'module', name: 'face' }),
)

import { transfer } from 'comlink'
import type { Size } from '../../../contract/rules/faces/face-guide.ts'
import { detection, type FaceApi, type Frame, type Detection } from '../../workers/face/face-api.ts'
import { linkWorker } from './worker-link.ts'

/** The worker's results. */
export type { Frame, Detection } from '../../workers/face/face-api.ts'

const link = linkWorker<FaceApi>(
  () => new Worker(new URL('../../workers/face/face.worker.ts', import.meta.url), { type: 'module', name: 'face' }),
)

export const faces = {
  prepare: (signal: AbortSignal): Promise<void> => link.use(signal, (api) => api.prepare()),
  /**
   * Detects faces in the part of a frame that fills a capture; consumes the frame. All calls reject with the signal's reason, and with PortalError
   * 'client.worker_stopped'.
   */
  async look(signal: AbortSignal, frame: Frame, capture: Size): Promise<Detection> {
    const seen: unknown = await link.use(signal, (api) => api.look(transfer(frame, [frame]), capture))
    return detection.parse(seen)
  },
  /** That part as a JPEG of the size of the capture; consumes the frame. */
  async photograph(signal: AbortSignal, frame: Frame, capture: Size): Promise<Blob> {
    const photo: unknown = await link.use(signal, (api) => api.photograph(transfer(frame, [frame]), capture))
    if (!(photo instanceof Blob)) throw new TypeError('the worker gave no picture')
    return photo
  },
}

export type FaceBridge = typeof faces

import { transfer } from 'comlink'
import type { Size } from '../../../contract/rules/face-guide.ts'
import { detection, type FaceApi, type Frame, type Detection } from '../../workers/face/face-api.ts'
import { linkWorker, type LinkedWorker } from './worker-link.ts'

/** What features know of the worker: what it sees. */
export type { Frame, Detection } from '../../workers/face/face-api.ts'

/** Looks at pictures of a camera in a worker. Every call rejects with the signal's reason, and with PortalError 'client.worker_stopped'. */
export interface FaceBridge {
  /** Starts the worker and loads what it needs; rejects when that cannot be had. */
  prepare(signal: AbortSignal): Promise<void>
  /** What is seen in the part of a frame that fills a capture; the frame is gone afterwards. */
  look(signal: AbortSignal, frame: Frame, capture: Size): Promise<Detection>
  /** That part as a JPEG of the size of the capture; the frame is gone afterwards. */
  photograph(signal: AbortSignal, frame: Frame, capture: Size): Promise<Blob>
}

/** A bridge to the worker that `start` makes. */
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

/** The portal's own. */
export const faces = bridgeFaces(
  () => new Worker(new URL('../../workers/face/face.worker.ts', import.meta.url), { type: 'module', name: 'face' }),
)

import type { Size } from '../../../../contract/rules/face-guide.ts'

/** Why there is no picture of a camera. */
export type CameraProblem = 'insecure' | 'none' | 'denied' | 'busy'

/** A camera of this device, as its list names it. */
export interface CameraChoice {
  readonly id: string
  readonly label: string
}

/** There is no picture of a camera, for this reason. */
export class CameraFailure extends Error {
  readonly problem: CameraProblem

  constructor(problem: CameraProblem, options?: ErrorOptions) {
    super(`no camera: ${problem}`, options)
    this.name = 'CameraFailure'
    this.problem = problem
  }
}

/** https://www.w3.org/TR/mediacapture-streams/#dom-mediadevices-getusermedia: what it rejects with. */
const PROBLEMS: Readonly<Record<string, CameraProblem>> = {
  NotAllowedError: 'denied',
  SecurityError: 'denied',
  NotFoundError: 'none',
  OverconstrainedError: 'none',
  NotReadableError: 'busy',
  AbortError: 'busy',
}

/**
 * Opens a camera: the one that is wished for, else the one that faces the person. Asks for the size of the photo; what comes is cut to it. Rejects with
 * CameraFailure, and with the signal's reason, after which the camera is free.
 */
export async function openCamera(signal: AbortSignal, wished: string | null, capture: Size): Promise<MediaStream> {
  // Browsers have it on https and localhost only.
  if (!isSecureContext || !('mediaDevices' in navigator)) throw new CameraFailure('insecure')
  const size = { width: { ideal: capture.width }, height: { ideal: capture.height } }
  const stream = await ask({ ...size, ...(wished === null ? { facingMode: 'user' } : { deviceId: { exact: wished } }) })
    .catch((error: unknown) => {
      // It was unplugged since it was chosen.
      if (wished !== null && nameOf(error) === 'OverconstrainedError') return ask({ ...size, facingMode: 'user' })
      throw error
    })
    .catch((error: unknown) => {
      throw new CameraFailure(PROBLEMS[nameOf(error)] ?? 'busy', { cause: error })
    })
  if (!signal.aborted) return stream
  closeCamera(stream)
  throw signal.reason
}

function ask(video: MediaTrackConstraints): Promise<MediaStream> {
  return navigator.mediaDevices.getUserMedia({ video, audio: false })
}

/** WebKit's OverconstrainedError is no DOMException. */
function nameOf(error: unknown): string {
  return typeof error === 'object' && error !== null && 'name' in error ? String(error.name) : ''
}

/** Frees a camera; its light goes out. */
export function closeCamera(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop()
}

/** The cameras of this device. They have names once one of them was allowed. */
export async function listCameras(): Promise<CameraChoice[]> {
  const devices = await navigator.mediaDevices.enumerateDevices()
  return devices
    .filter(({ kind, deviceId }) => kind === 'videoinput' && deviceId !== '')
    .map(({ deviceId: id, label }) => ({ id, label }))
}

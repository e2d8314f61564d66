import { useEffect, useState, useRef } from 'react'
import * as z from 'zod/mini'
import { captureSize, type Size } from '../../../../../contract/rules/faces/face-guide.ts'
import { localKey, plain } from '../../../core/storage/local-keys.ts'

export type CameraState =
  | { readonly status: 'initializing' }
  | { readonly status: 'ready'; readonly stream: MediaStream; readonly cameras: readonly CameraChoice[] }
  | { readonly status: 'none'; readonly problem: CameraProblem }

const INITIALIZING: CameraState = { status: 'initializing' }

/** The camera that was chosen on this device, by the id that the browser gives it for this site. */
const chosenCamera = localKey('faceCamera', z.string(), plain)

export type CameraView = ReturnType<typeof useCamera>

/**
 * Keeps a camera open while the component is mounted and `wanted`: closed while the page is hidden, requested again when one is plugged in. `video`
 * is the element that shows its picture, `ring` the ellipse over it that closes as frames count up, `capture` the size of the photo.
 */
export function useCamera(wanted = true) {
  const [capture] = useState(() => captureSize(document.body.clientWidth, screen))
  const video = useRef<HTMLVideoElement>(null)
  const ring = useRef<SVGEllipseElement>(null)
  const [found, setFound] = useState<{ key: string; camera: CameraState } | null>(null)
  const [chosen, setChosen] = useState(() => chosenCamera.get())
  const [turn, setTurn] = useState(0)
  const isShown = usePageShown()
  const isOpen = wanted && isShown
  // A camera found for other settings does not count.
  const key = `${turn} ${chosen ?? ''}`
  const camera = isOpen && found?.key === key ? found.camera : INITIALIZING
  const stream = camera.status === 'ready' ? camera.stream : null

  useEffect(() => {
    if (!isOpen) return
    const left = new AbortController()
    let opened: MediaStream | undefined
    const open = async () => {
      opened = await openCamera(left.signal, chosen, capture)
      const [track] = opened.getVideoTracks()
      track?.addEventListener('ended', () => setTurn((now) => now + 1), { signal: left.signal })
      const cameras = await listCameras()
      if (!left.signal.aborted) setFound({ key, camera: { status: 'ready', stream: opened, cameras } })
    }
    open().catch((error: unknown) => {
      if (left.signal.aborted) return
      const problem = error instanceof CameraFailure ? error.problem : 'busy'
      setFound({ key, camera: { status: 'none', problem } })
    })
    return () => {
      left.abort()
      if (opened) closeCamera(opened)
      setFound(null)
    }
  }, [isOpen, chosen, capture, key])

  const hasNone = camera.status === 'none'
  useEffect(() => {
    if (!hasNone || !('mediaDevices' in navigator)) return
    const again = () => setTurn((now) => now + 1)
    navigator.mediaDevices.addEventListener('devicechange', again)
    return () => navigator.mediaDevices.removeEventListener('devicechange', again)
  }, [hasNone])

  useEffect(() => {
    if (video.current) video.current.srcObject = stream
  }, [stream])

  return {
    camera,
    isReady: stream !== null,
    capture,
    video,
    ring,
    retry: () => setTurn((now) => now + 1),
    choose: (id: string) => {
      chosenCamera.set(id)
      setChosen(id)
    },
  }
}

function usePageShown(): boolean {
  const [isShown, setShown] = useState(() => !document.hidden)
  useEffect(() => {
    const note = () => setShown(!document.hidden)
    document.addEventListener('visibilitychange', note)
    return () => document.removeEventListener('visibilitychange', note)
  }, [])
  return isShown
}

/** Why there is no picture from a camera. */
export type CameraProblem = 'insecure' | 'none' | 'denied' | 'busy'

interface CameraChoice {
  readonly id: string
  readonly label: string
}

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
 * Opens the wished camera, else the one facing the user, at the size of the photo; what comes is cut to it. Rejects with CameraFailure, and with the
 * signal's reason, after which the camera is closed.
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

function closeCamera(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop()
}

/** The cameras of this device; named once one of them was allowed. */
async function listCameras(): Promise<CameraChoice[]> {
  const devices = await navigator.mediaDevices.enumerateDevices()
  return devices
    .filter(({ kind, deviceId }) => kind === 'videoinput' && deviceId !== '')
    .map(({ deviceId: id, label }) => ({ id, label }))
}

import { useEffect, useState } from 'react'
import * as z from 'zod/mini'
import type { Size } from '../../../../contract/rules/face-guide.ts'
import { localKey, plain } from '../../core/storage/local-keys.ts'
import {
  CameraFailure,
  closeCamera,
  listCameras,
  openCamera,
  type CameraChoice,
  type CameraProblem,
} from './open-camera.ts'

/** What there is of a camera. */
export type CameraState =
  | { readonly status: 'initializing' }
  | { readonly status: 'ready'; readonly stream: MediaStream; readonly cameras: readonly CameraChoice[] }
  | { readonly status: 'none'; readonly problem: CameraProblem }

const INITIALIZING: CameraState = { status: 'initializing' }

/** The camera that was chosen on this device, by the id that the browser gives it for this site. */
const chosenCamera = localKey('faceCamera', z.string(), plain)

/**
 * Keeps a camera open for as long as the component is there and `wanted`: it is let go while the page is hidden, and asked for anew when one is plugged in.
 */
export function useCamera(wanted: boolean, capture: Size) {
  const [found, setFound] = useState<{ key: string; camera: CameraState } | null>(null)
  const [chosen, setChosen] = useState(() => chosenCamera.get())
  const [turn, setTurn] = useState(0)
  const isShown = usePageShown()
  const isOpen = wanted && isShown
  const { width, height } = capture
  // What was found for another wish says nothing of this one.
  const key = `${turn} ${chosen ?? ''} ${width} ${height}`
  const camera = isOpen && found?.key === key ? found.camera : INITIALIZING

  useEffect(() => {
    if (!isOpen) return
    const left = new AbortController()
    let opened: MediaStream | undefined
    const open = async () => {
      opened = await openCamera(left.signal, chosen, { width, height })
      const [track] = opened.getVideoTracks()
      // Unplugged: another one may be there.
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
  }, [isOpen, chosen, width, height, key])

  const hasNone = camera.status === 'none'
  useEffect(() => {
    if (!hasNone || !('mediaDevices' in navigator)) return
    const again = () => setTurn((now) => now + 1)
    navigator.mediaDevices.addEventListener('devicechange', again)
    return () => navigator.mediaDevices.removeEventListener('devicechange', again)
  }, [hasNone])

  return {
    camera,
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

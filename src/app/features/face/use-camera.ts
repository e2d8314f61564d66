import { useEffect, useState } from 'react'
import * as z from 'zod/mini'
import type { Size } from '../../../../contract/rules/face-guide.ts'
import { localKey, plain } from '../../state/local-keys.ts'
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

/** The camera that was chosen on this device, by the id that the browser gives it for this site. */
const chosenCamera = localKey('faceCamera', z.string(), plain)

/**
 * Keeps a camera open for as long as the component is there and `wanted`: it is let go while the page is hidden, and asked for anew when one is plugged in.
 */
export function useCamera(wanted: boolean, capture: Size) {
  const [camera, setCamera] = useState<CameraState>({ status: 'initializing' })
  const [chosen, setChosen] = useState(() => chosenCamera.get())
  const [turn, setTurn] = useState(0)
  const isShown = usePageShown()
  const isOpen = wanted && isShown
  const { width, height } = capture

  useEffect(() => {
    if (!isOpen) return
    const left = new AbortController()
    let opened: MediaStream | undefined
    setCamera({ status: 'initializing' })
    const open = async () => {
      opened = await openCamera(left.signal, chosen, { width, height })
      const [track] = opened.getVideoTracks()
      // Unplugged: another one may be there.
      track?.addEventListener('ended', () => setTurn((now) => now + 1), { signal: left.signal })
      const cameras = await listCameras()
      if (!left.signal.aborted) setCamera({ status: 'ready', stream: opened, cameras })
    }
    open().catch((error: unknown) => {
      if (left.signal.aborted) return
      setCamera({ status: 'none', problem: error instanceof CameraFailure ? error.problem : 'busy' })
    })
    return () => {
      left.abort()
      if (opened) closeCamera(opened)
    }
  }, [isOpen, chosen, turn, width, height])

  const hasNone = camera.status === 'none'
  useEffect(() => {
    if (!hasNone || !('mediaDevices' in navigator)) return
    const again = () => setTurn((now) => now + 1)
    navigator.mediaDevices.addEventListener('devicechange', again)
    return () => navigator.mediaDevices.removeEventListener('devicechange', again)
  }, [hasNone])

  return {
    camera: isOpen ? camera : ({ status: 'initializing' } as const),
    retry: () => setTurn((now) => now + 1),
    choose(id: string) {
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

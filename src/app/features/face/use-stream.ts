import { useEffect, useRef, type RefObject } from 'react'

/** A video element that shows a stream, as the ref to give it; nothing without one. */
export function useStream(stream: MediaStream | null): RefObject<HTMLVideoElement | null> {
  const video = useRef<HTMLVideoElement>(null)
  useEffect(() => {
    if (video.current) video.current.srcObject = stream
  }, [stream])
  return video
}

import type { Frame } from '../../platform/face.ts'

/** The next picture that a video shows. Rejects with the signal's reason, also while the page is hidden and nothing is shown. */
export async function nextFrame(signal: AbortSignal, video: HTMLVideoElement): Promise<Frame> {
  for (;;) {
    await nextPicture(signal, video)
    const frame = await readFrame(video)
    if (frame) return frame
  }
}

/** Null for the first pictures of a camera, which Chromium announces before they can be read. */
async function readFrame(video: HTMLVideoElement): Promise<Frame | null> {
  try {
    // Costs the page a tenth of a millisecond; the other, where there is none, two.
    return 'VideoFrame' in globalThis ? new VideoFrame(video) : await createImageBitmap(video)
  } catch (error) {
    if (error instanceof DOMException && error.name === 'InvalidStateError') return null
    throw error
  }
}

function nextPicture(signal: AbortSignal, video: HTMLVideoElement): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason)
    const stop = () => {
      cancel()
      reject(signal.reason)
    }
    const shown = () => {
      signal.removeEventListener('abort', stop)
      resolve()
    }
    const cancel = onPicture(video, shown)
    signal.addEventListener('abort', stop, { once: true })
  })
}

/** Firefox has had the callback since 132; before, a picture of the screen is near enough. Returns what takes it back. */
function onPicture(video: HTMLVideoElement, shown: () => void): () => void {
  if ('requestVideoFrameCallback' in video) {
    const handle = video.requestVideoFrameCallback(shown)
    return () => video.cancelVideoFrameCallback(handle)
  }
  const handle = requestAnimationFrame(shown)
  return () => cancelAnimationFrame(handle)
}

/** Samples in a second, as recognisers of speech take them. */
export const PCM_RATE = 16_000
/** Samples of a frame: 40 ms. */
export const PCM_FRAME = 640

/**
 * Takes samples from -1 to 1 at `rate` a second, and gives frames of 16-bit samples at PCM_RATE. Each is the mean of its span of the sound, which keeps out
 * most of what would be heard as another pitch.
 */
export function createPcmMaker(rate: number, onFrame: (frame: Int16Array<ArrayBuffer>) => void) {
  const step = rate / PCM_RATE
  let frame = new Int16Array(PCM_FRAME)
  let used = 0
  let sum = 0
  let taken = 0

  const put = (sample: number) => {
    frame[used] = Math.round(Math.max(-1, Math.min(1, sample)) * 0x7fff)
    used += 1
    if (used < PCM_FRAME) return
    onFrame(frame)
    frame = new Int16Array(PCM_FRAME)
    used = 0
  }

  return (samples: Float32Array): void => {
    for (const sample of samples) {
      let left = 1
      while (left > 1e-9) {
        const part = Math.min(left, step - taken)
        sum += sample * part
        taken += part
        left -= part
        if (taken < step - 1e-9) continue
        put(sum / step)
        sum = 0
        taken = 0
      }
    }
  }
}

// oxlint-disable-next-line import/default -- the address, which the build makes
import workletAddress from '../../workers/voice/pcm.worker.ts?worker&url'

/** Why nothing can be heard. */
export type MicrophoneProblem = 'insecure' | 'none' | 'denied' | 'busy'

export class MicrophoneFailure extends Error {
  readonly problem: MicrophoneProblem

  constructor(problem: MicrophoneProblem, options?: ErrorOptions) {
    super(`no microphone: ${problem}`, options)
    this.name = 'MicrophoneFailure'
    this.problem = problem
  }
}

/** https://www.w3.org/TR/mediacapture-streams/#dom-mediadevices-getusermedia: what it rejects with. */
const PROBLEMS: Readonly<Record<string, MicrophoneProblem>> = {
  NotAllowedError: 'denied',
  SecurityError: 'denied',
  NotFoundError: 'none',
  OverconstrainedError: 'none',
}

/**
 * Opens the microphone until `signal` aborts; `onFrame` gets 40 ms of sound at a time, as 16-bit samples at 16 kHz. Resolves, once it is open, to what rejects
 * when it is unplugged. Rejects with MicrophoneFailure, and with the signal's reason.
 */
export async function openMicrophone(
  signal: AbortSignal,
  onFrame: (frame: Int16Array<ArrayBuffer>) => void,
): Promise<{ readonly lost: Promise<never> }> {
  // Browsers have it on https and localhost only.
  if (!isSecureContext) throw new MicrophoneFailure('insecure')
  if (!('mediaDevices' in navigator)) throw new MicrophoneFailure('none')
  const stream = await navigator.mediaDevices
    .getUserMedia({ audio: { channelCount: 1, echoCancellation: true, noiseSuppression: true, autoGainControl: true } })
    .catch((error: unknown) => {
      const name = error instanceof Error ? error.name : ''
      throw new MicrophoneFailure(PROBLEMS[name] ?? 'busy', { cause: error })
    })
  const context = new AudioContext()
  const close = () => {
    for (const track of stream.getTracks()) track.stop()
    void context.close()
  }
  if (signal.aborted) {
    close()
    throw signal.reason
  }
  signal.addEventListener('abort', close, { once: true })
  await context.audioWorklet.addModule(workletAddress)
  signal.throwIfAborted()
  const pcm = new AudioWorkletNode(context, 'pcm', { channelCount: 1, channelCountMode: 'explicit' })
  pcm.port.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    if (!signal.aborted && data instanceof Int16Array && data.buffer instanceof ArrayBuffer)
      onFrame(new Int16Array(data.buffer))
  })
  pcm.port.start()
  // It is silent; a node that leads nowhere is not asked for sound.
  context.createMediaStreamSource(stream).connect(pcm).connect(context.destination)
  await context.resume()
  const lost = new Promise<never>((_, reject) => {
    stream.getAudioTracks()[0]?.addEventListener('ended', () => reject(new MicrophoneFailure('none')), { signal })
  })
  lost.catch(() => {})
  return { lost }
}

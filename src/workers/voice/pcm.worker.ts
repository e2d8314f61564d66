import { createPcmMaker } from './to-pcm.ts'

// An audio worklet, whose globals the compiler's library does not have (https://webaudio.github.io/web-audio-api/#AudioWorkletGlobalScope).
declare const sampleRate: number
declare function registerProcessor(name: string, processor: new () => AudioWorkletProcessor): void
declare class AudioWorkletProcessor {
  readonly port: MessagePort
}

/** Sends the first channel of its input to the page, in frames of 16-bit samples at 16 kHz. */
class PcmProcessor extends AudioWorkletProcessor {
  readonly #take = createPcmMaker(sampleRate, (frame) => this.port.postMessage(frame, [frame.buffer]))

  process([input]: Float32Array[][]): boolean {
    const samples = input?.[0]
    if (samples) this.#take(samples)
    return true
  }
}

registerProcessor('pcm', PcmProcessor)

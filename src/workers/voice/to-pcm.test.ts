import { describe, expect, it } from 'vitest'
import { createPcmMaker, PCM_FRAME } from './to-pcm.ts'

function convert(rate: number, samples: Float32Array, block = 128): number[] {
  const made: number[] = []
  const take = createPcmMaker(rate, (frame) => made.push(...frame))
  for (let at = 0; at < samples.length; at += block) take(samples.subarray(at, at + block))
  return made
}

function tone(rate: number, hertz: number, seconds = 1): Float32Array {
  return Float32Array.from({ length: rate * seconds }, (_, at) => 0.5 * Math.sin((2 * Math.PI * hertz * at) / rate))
}

const crossings = (samples: readonly number[]) =>
  samples.filter((sample, at) => at > 0 && sample >= 0 && (samples[at - 1] ?? 0) < 0).length
const loudest = (samples: readonly number[]) => Math.max(...samples.map(Math.abs))

describe('sound at 16 kHz', () => {
  it.each([8000, 16_000, 22_050, 44_100, 48_000, 96_000])(
    'keeps length, pitch and volume of a voice at %i Hz',
    (rate) => {
      const made = convert(rate, tone(rate, 400))
      expect(made.length % PCM_FRAME).toBe(0)
      expect(Math.abs(made.length - 16_000)).toBeLessThanOrEqual(PCM_FRAME)
      expect(Math.abs(crossings(made) - (400 * made.length) / 16_000)).toBeLessThanOrEqual(2)
      expect(loudest(made) / 0x7fff).toBeGreaterThan(0.45)
      expect(loudest(made) / 0x7fff).toBeLessThan(0.51)
    },
  )

  it('weakens what is too high for it instead of giving it another pitch', () => {
    expect(loudest(convert(48_000, tone(48_000, 15_900)))).toBeLessThan(loudest(convert(48_000, tone(48_000, 400))) / 2)
  })

  it('does not turn over what is too loud', () => {
    expect(convert(16_000, new Float32Array(PCM_FRAME).fill(3))).toEqual(
      Array.from({ length: PCM_FRAME }, () => 0x7fff),
    )
    expect(convert(16_000, new Float32Array(PCM_FRAME).fill(-3))[0]).toBe(-0x7fff)
  })
})

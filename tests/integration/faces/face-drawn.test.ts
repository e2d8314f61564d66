import { afterAll, describe, expect, it } from 'vitest'
import sharp from 'sharp'
import { createFaceEngine, type SeenFace } from '../../../server/modules/faces/engine/face-engine.ts'
import { faceDistance } from '../../../server/modules/faces/engine/face-index.ts'
import { hasTurned, isStraight } from '../../../server/modules/faces/engine/judge-face.ts'
import { drawFace, drawnPhoto, type DrawnFaceOptions } from '../../support/samples/drawn-face.ts'

const PEOPLE = [0, 1, 2, 3, 4, 5, 6, 7]

const engine = createFaceEngine()
afterAll(() => engine.close())

async function see(face: DrawnFaceOptions): Promise<SeenFace> {
  return engine.see(await drawnPhoto(face))
}

describe('the drawn faces', () => {
  it('are eight people: nobody is taken for anybody else', async () => {
    const faces: SeenFace[] = []
    for (const seed of PEOPLE) faces.push(await see({ seed }))
    for (const [at, one] of faces.entries()) {
      expect(isStraight(one)).toBe(true)
      for (const other of faces.slice(at + 1))
        expect(faceDistance(one.descriptor, other.descriptor)).toBeGreaterThan(0.5)
    }
  })

  it('are found small and large: from some 120 to some 400 pixels across', async () => {
    for (const seed of PEOPLE) {
      for (const [side, least, most] of [
        [240, 100, 150],
        [720, 330, 420],
      ] as const) {
        const { box } = await see({ seed, side })
        expect(box.width).toBeGreaterThan(least)
        expect(box.width).toBeLessThan(most)
      }
    }
  })

  it('are found in a photo as high as the screen of a phone, at the guide and elsewhere', async () => {
    const phone = { width: 390, height: 844 }
    const background = await sharp({ create: { ...phone, channels: 3, background: '#ccd6dc' } })
      .png()
      .toBuffer()
    const face = await see({ seed: 5 })
    const input = await drawnPhoto({ seed: 5, side: phone.width, scale: 0.5 })
    for (const top of [227, 10]) {
      const photo = await sharp(background)
        .composite([{ input, left: 0, top }])
        .jpeg()
        .toBuffer()
      expect(faceDistance(face.descriptor, (await engine.see(photo)).descriptor)).toBeLessThan(0.3)
    }
  })

  it('are the same in another picture, small, tilted, dim or turned', async () => {
    for (const seed of [0, 2, 5]) {
      const face = await see({ seed })
      for (const other of [{ scale: 0.3 }, { tilt: 10 }, { darkness: 0.4 }])
        expect(faceDistance(face.descriptor, (await see({ seed, ...other })).descriptor)).toBeLessThan(0.3)
      const [left, right] = [await see({ seed, turn: 0.7 }), await see({ seed, turn: -0.7 })]
      for (const turned of [left, right]) {
        expect(faceDistance(face.descriptor, turned.descriptor)).toBeLessThan(0.45)
        expect(isStraight(turned)).toBe(false)
      }
      expect([hasTurned(face, left, 'left'), hasTurned(face, left, 'right')]).toEqual([true, false])
      expect([hasTurned(face, right, 'left'), hasTurned(face, right, 'right')]).toEqual([false, true])
      // A photo that is held up and tilted is not one that turns.
      const tilted = await see({ seed, tilt: 10 })
      expect([hasTurned(face, tilted, 'left'), hasTurned(face, tilted, 'right')]).toEqual([false, false])
    }
  })
})

describe('a picture that will not do', () => {
  it.each([
    ['face.too_dark', { seed: 0, darkness: 0.65 }],
    ['face.too_dark', { seed: 0, darkness: 0.9 }],
    ['face.blurred', { seed: 5, blur: 2 }],
    ['face.too_small', { seed: 0, side: 200, scale: 0.4 }],
    ['face.none', { seed: 0, x: 3 }],
  ])('is told %s', async (code, face) => {
    await expect(see(face)).rejects.toMatchObject({ code })
  })

  it('is told that there are two people', async () => {
    const [one, two] = await Promise.all([drawnPhoto({ seed: 0, side: 400 }), drawnPhoto({ seed: 3, side: 400 })])
    const both = await sharp({ create: { width: 800, height: 400, channels: 3, background: '#fff' } })
      .composite([
        { input: one, left: 0, top: 0 },
        { input: two, left: 400, top: 0 },
      ])
      .png()
      .toBuffer()
    await expect(engine.see(both)).rejects.toMatchObject({ code: 'face.several' })
  })

  it.each([
    ['no picture', Buffer.from('no picture')],
    ['half a JPEG', null],
    ['an SVG', Buffer.from(drawFace({ seed: 0 }))],
    ['nothing', undefined],
  ])('is refused when it is %s', async (_, bytes) => {
    const half = (await drawnPhoto({ seed: 0 })).subarray(0, 9000)
    await expect(engine.see(bytes === null ? half : bytes)).rejects.toMatchObject({ code: 'face.unreadable' })
  })

  it('is refused with more pixels than a camera has, before they are decoded', async () => {
    const huge = await sharp({ create: { width: 5000, height: 4000, channels: 3, background: '#fff' } })
      .png()
      .toBuffer()
    await expect(engine.see(huge)).rejects.toMatchObject({ code: 'face.unreadable' })
  })

  it('is turned as its camera was held', async () => {
    const lying = await sharp(await drawnPhoto({ seed: 1 }))
      .rotate(90)
      .withExif({})
      .jpeg()
      .withMetadata({ orientation: 8 })
      .toBuffer()
    const face = await engine.see(lying)
    expect(faceDistance(face.descriptor, (await see({ seed: 1 })).descriptor)).toBeLessThan(0.3)
  })
})

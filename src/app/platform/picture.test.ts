import { afterEach, expect, it } from 'vitest'
import { makeHeic } from '../../../tests/support/samples/make-heic.ts'
import type { FittedPicture, PictureApi, PictureOutcome } from '../../workers/picture/picture-api.ts'
import type { PictureTools } from '../../workers/picture/picture-tools.ts'
import { servePictures } from '../../workers/picture/serve-pictures.ts'
import { createFakeWorker, type FakeWorker } from '../../../tests/support/fakes/fake-worker.ts'
import { bridgePictures } from './picture.ts'

const never = new AbortController().signal
const file = new Blob(['?'])
const fitted: FittedPicture = { bytes: new Blob(['small']), type: 'jpg', width: 2, height: 1 }
const unheard = () => Promise.reject(new Error('the page was asked'))

let worker: FakeWorker
afterEach(() => worker.terminate())

function bridge(api: PictureApi, fitHere: () => Promise<FittedPicture> = unheard) {
  worker = createFakeWorker(api)
  return bridgePictures(() => worker, fitHere)
}

const answering = (outcome: PictureOutcome): PictureApi => ({ fit: async () => outcome })

/** The tools of a browser that makes nothing of any file but draws what it is asked for upright. */
const tools: PictureTools = {
  // The first question is whether it lays pictures as they stand.
  decode: async () => ({ source: {} as CanvasImageSource, width: 1, height: 2, close: () => {} }),
  createCanvas: () => {
    throw new Error('nothing is drawn here')
  },
}

it('gives what the worker made, and carries a refusal by its code', async () => {
  expect(await bridge(answering({ kind: 'fitted', picture: fitted })).fit(never, file, 'whole')).toMatchObject({
    type: 'jpg',
    width: 2,
  })
  const refused = bridge(answering({ kind: 'refused', code: 'picture.heic' })).fit(never, file, 'whole')
  await expect(refused).rejects.toMatchObject({ code: 'picture.heic' })
})

it('refuses by the content of a file and by its size', async () => {
  const { fit } = bridge(servePictures(tools))
  await expect(fit(never, new Blob(['MZ is no picture']), 'whole')).rejects.toMatchObject({ code: 'picture.type' })
  const gif = new Blob([Uint8Array.from([0x47, 0x49, 0x46, 0x38, 0x39, 0x61, 1, 0, 1, 0])])
  await expect(fit(never, gif, 'whole')).rejects.toMatchObject({ code: 'picture.type' })
  const svg = new Blob(['<svg xmlns="http://www.w3.org/2000/svg"/>'], { type: 'image/png' })
  await expect(fit(never, svg, 'whole')).rejects.toMatchObject({ code: 'picture.type' })
  // 20,000 by 20,000: only its head is read.
  const head = '89504e470d0a1a0a0000000d4948445200004e2000004e200806000000'
  const huge = new Blob([Buffer.from(head, 'hex')])
  await expect(fit(never, huge, 'whole')).rejects.toMatchObject({ code: 'picture.too_large' })
  const heavy = new Blob([new Uint8Array(32 * 1024 * 1024 + 1)])
  await expect(fit(never, heavy, 'whole')).rejects.toMatchObject({ code: 'picture.too_large' })
})

it('says what cannot be made a picture of, and which kind it was', async () => {
  const fails: PictureTools = { ...tools }
  let asked = 0
  fails.decode = async (bytes) => {
    asked += 1
    if (asked === 1) return tools.decode(bytes)
    throw new Error('InvalidStateError')
  }
  const { fit } = bridge(servePictures(fails))
  const png = new Blob([Buffer.from('89504e470d0a1a0a0000000d494844520000000100000001080600000000', 'hex')])
  await expect(fit(never, png, 'whole')).rejects.toMatchObject({ code: 'picture.unreadable' })
  await expect(fit(never, new Blob([makeHeic(2, 2)]), 'whole')).rejects.toMatchObject({ code: 'picture.heic' })
})

it('asks the page where a worker would lay a picture on its side', async () => {
  const sideways: PictureTools = {
    ...tools,
    decode: async () => ({ source: {} as CanvasImageSource, width: 2, height: 1, close: () => {} }),
  }
  expect(await bridge(servePictures(sideways), async () => fitted).fit(never, file, 'whole')).toBe(fitted)
})

it('ends at once with the reason of its signal', async () => {
  const controller = new AbortController()
  const fit = bridge({ fit: () => new Promise(() => {}) }).fit(controller.signal, file, 'whole')
  controller.abort(new Error('enough'))
  await expect(fit).rejects.toThrow('enough')
})

it('fails when the worker breaks', async () => {
  const fit = bridge({ fit: () => new Promise(() => {}) }).fit(never, file, 'whole')
  worker.breakDown()
  await expect(fit).rejects.toMatchObject({ code: 'client.worker_stopped' })
})

import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { drawnPhoto, type DrawnFaceOptions } from '../samples/drawn-face.ts'
import { test as base } from '../../e2e/fixtures.ts'

/** What the camera sees: each face, or JPEG, for so many pictures of the thirty that it takes in a second, over and over. */
export type Scene = readonly (readonly [shown: DrawnFaceOptions | Buffer, pictures: number])[]

/** How high a head is that fills the guide, as a part of the camera's picture: a phone's photo is as high as its screen, and the guide a third of its width. */
export const nearAt = (width: number): { readonly scale: number } => ({ scale: width > 760 ? 0.52 : 0.235 })
export const NEAR = nearAt(1440)

/** Chromium's own camera, which plays a file. */
export interface FakeCamera {
  /** From the next time that it is opened. */
  show(scene: Scene): Promise<void>
}

/** Tests with a camera that sees what they draw. */
export const test = base.extend<object, { camera: FakeCamera & { readonly file: string } }>({
  camera: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the parameter's pattern
    async ({}, use) => {
      const folder = await mkdtemp(join(tmpdir(), 'camera-'))
      const file = join(folder, 'scene.mjpeg')
      const show = async (scene: Scene) => {
        const takes = await Promise.all(
          scene.map(async ([shown, pictures]) =>
            Array<Buffer>(pictures).fill(Buffer.isBuffer(shown) ? shown : await drawnPhoto(shown)),
          ),
        )
        await writeFile(file, Buffer.concat(takes.flat()))
      }
      await show([[{ seed: 1, ...NEAR }, 30]])
      await use({ show, file })
      await rm(folder, { recursive: true })
    },
    { scope: 'worker' },
  ],
  launchOptions: [
    async ({ launchOptions, camera }, use) => {
      const args = [
        ...(launchOptions.args ?? []),
        '--use-fake-ui-for-media-stream',
        '--use-fake-device-for-media-stream',
        `--use-file-for-fake-video-capture=${camera.file}`,
      ]
      await use({ ...launchOptions, args })
    },
    { scope: 'worker' },
  ],
})

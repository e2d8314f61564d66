import { mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { drawnPhoto, type DrawnFaceOptions } from '../samples/drawn-face.ts'
import { test as base } from '../../e2e/fixtures.ts'

/** How high a head is that fills the guide, as a part of the camera's picture: a phone's photo is as high as its screen, and the guide a third of its width. */
export const nearAt = (width: number): { readonly scale: number } => ({ scale: width > 760 ? 0.52 : 0.235 })
export const NEAR = nearAt(1440)

/** Chromium's own camera, which plays a file of one picture thirty times a second. */
export interface FakeCamera {
  /** From now on, also while it is open: a face or a JPEG. An open camera's pictures must all have the same size. */
  show(shown: DrawnFaceOptions | Buffer): Promise<void>
}

const FILE_SIZE = 262_144

/**
 * A JPEG of `FILE_SIZE` bytes. Chromium maps the file, so that a change is seen at once. Common tables and the same place of the end marker keep it
 * valid while it is written.
 */
async function cameraPicture(shown: DrawnFaceOptions | Buffer): Promise<Buffer> {
  const photo = sharp(Buffer.isBuffer(shown) ? shown : await drawnPhoto(shown))
  const jpeg = await photo.jpeg({ quality: 92, optimiseCoding: false }).toBuffer()
  if (jpeg.length > FILE_SIZE) throw new RangeError('the picture is too large for the camera')
  const end = jpeg.subarray(-2)
  return Buffer.concat([jpeg.subarray(0, -2), Buffer.alloc(FILE_SIZE - jpeg.length), end])
}

/** Tests with a camera that sees what they draw. */
export const test = base.extend<object, { camera: FakeCamera & { readonly file: string } }>({
  camera: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the parameter's pattern
    async ({}, use) => {
      const folder = await mkdtemp(join(tmpdir(), 'camera-'))
      const file = join(folder, 'picture.mjpeg')
      const picture = await open(file, 'w')
      const show = async (shown: DrawnFaceOptions | Buffer) => {
        await picture.write(await cameraPicture(shown), 0, FILE_SIZE, 0)
      }
      await show({ seed: 1, ...NEAR })
      await use({ show, file })
      await picture.close()
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

import { cp, mkdir, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'
import * as z from 'zod/mini'
import { FACE_MODEL } from '../../contract/face-model.ts'
import { faceModelFiles } from '../../scripts/face-model/face-model.ts'
import { drawnPhoto } from '../support/samples/drawn-face.ts'
import { until } from '../support/until.ts'
import { launchBrowser } from './page-lab/browser.ts'
import { withProfile } from './page-lab/definitions.ts'
import { serve } from './page-lab/lab-server.ts'
import { longestTask, watchTasks } from './page-lab/longest-task.ts'
import { staticPages } from './page-lab/static-pages.ts'

const ROOT = fileURLToPath(new URL('./reference/face/', import.meta.url))
const NO_RUNTIME = fileURLToPath(new URL('../../src/workers/face/no-mediapipe.ts', import.meta.url))
const PROBE = { readySelector: 'video', typeable: false, homeSelector: 'none' }

const looked = z.object({ times: z.array(z.number()), found: z.number() })
const metrics = z.object({ metrics: z.array(z.object({ name: z.string(), value: z.number() })) })

/** Milliseconds for each frame, and in how many there was a face. */
export type Looked = z.infer<typeof looked>

/** A browser at full speed whose camera sees a drawn face at the guide. */
export interface CameraPage {
  /** Lets so many frames pass, or has them looked at. */
  run(what: 'passFrames' | 'lookInWorker' | 'lookByReference', frames: number): Promise<Looked>
  /** Milliseconds from the first frame with the face at the guide to the photo. */
  photograph(): Promise<number>
  /** Milliseconds that the page's main thread has worked so far. */
  workOfPage(): Promise<number>
  /** The longest task since this was last asked; 0: none over 50 ms. */
  longestTask(): Promise<number>
}

/** Builds the page from the project's own worker, opens the camera in it, and hands it over. */
export async function withCameraPage<T>(folder: string, work: (page: CameraPage) => Promise<T>): Promise<T> {
  const outDir = path.join(folder, 'camera-page')
  const camera = path.join(folder, 'camera.mjpeg')
  const alias = { '@mediapipe/face_detection': NO_RUNTIME }
  await build({
    root: ROOT,
    configFile: false,
    logLevel: 'error',
    resolve: { alias },
    worker: { format: 'es' },
    build: { outDir, emptyOutDir: true, target: 'es2023' },
  })
  await mkdir(path.join(outDir, path.dirname(FACE_MODEL)), { recursive: true })
  for (const [name, make] of Object.entries(faceModelFiles)) await writeFile(path.join(outDir, name), await make())
  const runtime = path.dirname(createRequire(import.meta.url).resolve('@mediapipe/face_detection/package.json'))
  await cp(runtime, path.join(outDir, 'mediapipe'), { recursive: true })
  await writeFile(camera, Buffer.concat(Array<Buffer>(30).fill(await drawnPhoto({ seed: 5, scale: 0.52 }))))

  const server = await serve(staticPages(outDir), null)
  try {
    return await withProfile(async (profile) => {
      const switches = [
        '--use-fake-ui-for-media-stream',
        '--use-fake-device-for-media-stream',
        `--use-file-for-fake-video-capture=${camera}`,
      ]
      const browser = await launchBrowser({ profile, conditions: 'full', probe: PROBE, switches })
      try {
        const page = await browser.openPage()
        await page.navigate(`${server.origin}/`)
        await until(() => page.evaluate("typeof openCamera === 'function'"), { what: 'the page' })
        await browser.leaveNetwork()
        // Of the processor, and not of the clock: what else runs on the machine is not the page's work.
        await browser.askAll('Performance.enable', { timeDomain: 'threadTicks' })
        await page.evaluate('openCamera()')
        await watchTasks(page)
        return await work({
          run: async (what, frames) => z.parse(looked, await page.evaluate(`${what}(${frames})`)),
          photograph: async () => z.parse(z.number(), await page.evaluate('photograph()')),
          longestTask: () => longestTask(page),
          async workOfPage() {
            // The browser's own empty page is among them, and does nothing.
            const answers = await browser.askAll('Performance.getMetrics')
            const found = answers.flatMap((answer) => z.parse(metrics, answer).metrics)
            return found.reduce((sum, { name, value }) => sum + (name === 'TaskDuration' ? value * 1000 : 0), 0)
          },
        })
      } finally {
        await browser.close()
      }
    })
  } finally {
    await server.close()
  }
}

import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import makeTemplate from '../e2e/global-setup.ts'
import { fillDataFolder } from '../e2e/template.ts'
import { startFaultProxy } from '../support/fakes/fault-proxy.ts'
import { startPortal } from '../support/process/portal-process.ts'
import { startChromium } from './chromium.ts'
import { desktopStories } from './desktop-stories.ts'
import type { Engine, EnginePage } from './engine-page.ts'
import { faceStories } from './face-stories.ts'
import { startFirefox } from './firefox.ts'
import { signInStories } from './sign-in-stories.ts'
import { stationStories } from './station-stories.ts'
import type { Story } from './story.ts'
import { uploadStories } from './upload-stories.ts'
import { startWebKit } from './webkit.ts'

const STORIES: readonly Story[] = [
  ...signInStories,
  ...uploadStories,
  ...desktopStories,
  ...stationStories,
  ...faceStories,
]
const START = { firefox: startFirefox, webkit: startWebKit, chromium: startChromium } as const
/** Pictures of the pages in which a story failed. */
const PICTURES = fileURLToPath(new URL('../../.cache/engines/', import.meta.url))

export type EngineId = keyof typeof START

/** How many stories passed and failed, over all engines; an engine that cannot be started is one that failed. */
export interface Count {
  passed: number
  failed: number
}

/** Tells the stories whose names contain `part` in each engine, given by its executable, and prints a line for each. */
export async function runEngines(engines: ReadonlyMap<EngineId, string>, part: string): Promise<Count> {
  const stories = STORIES.filter(({ name }) => name.includes(part))
  const removeTemplate = await makeTemplate()
  const count = { passed: 0, failed: 0 }
  try {
    for (const [id, executable] of engines) {
      await tellAll(id, executable, stories, count).catch((error: unknown) => {
        count.failed += 1
        console.log(`FAIL ${id}: ${String(error)}`)
      })
    }
  } finally {
    await removeTemplate()
  }
  return count
}

/** Tells stories in one engine, with a portal that begins with the demo school's first day. Rejects when the engine or the portal cannot be started. */
async function tellAll(id: EngineId, executable: string, stories: readonly Story[], count: Count): Promise<void> {
  const dataFolder = await mkdtemp(path.join(tmpdir(), 'portal-engines-'))
  await fillDataFolder(dataFolder)
  const portal = await startPortal({ dataFolder })
  try {
    const engine = await START[id](executable)
    try {
      for (const story of stories) {
        const begin = performance.now()
        const { ok, remark } = await tellOne(engine, story, portal.origin)
        const seconds = ((performance.now() - begin) / 1000).toFixed(1)
        console.log(`${ok ? 'ok  ' : 'FAIL'} ${engine.name} · ${story.name} (${seconds} s)${remark && `: ${remark}`}`)
        count[ok ? 'passed' : 'failed'] += 1
      }
    } finally {
      await engine.close()
    }
  } finally {
    await portal.stop()
    await rm(dataFolder, { recursive: true, force: true, maxRetries: 5 })
  }
}

async function tellOne(engine: Engine, story: Story, portalUrl: string): Promise<{ ok: boolean; remark: string }> {
  const folder = await mkdtemp(path.join(tmpdir(), 'portal-story-'))
  const network = await startFaultProxy(portalUrl)
  const page = await engine.open()
  try {
    const remark = (await story.tell({ page, network, portalUrl, folder })) ?? ''
    const uncaught = await page.uncaught()
    return uncaught.length === 0 ? { ok: true, remark } : { ok: false, remark: `uncaught: ${uncaught.join('; ')}` }
  } catch (error) {
    // A browser that has crashed shows nothing, and says nothing either.
    const uncaught = await page.uncaught().catch(() => [])
    const picture = await keepPicture(page, `${engine.name} ${story.name}`).catch(String)
    return { ok: false, remark: [String(error), ...uncaught, picture].join('\n     ') }
  } finally {
    await page.close().catch(() => undefined)
    await network.close()
    await rm(folder, { recursive: true, force: true })
  }
}

/** Keeps a picture of a page, and returns its path. */
async function keepPicture(page: EnginePage, name: string): Promise<string> {
  await mkdir(PICTURES, { recursive: true })
  const file = path.join(PICTURES, `${name.replaceAll(/\W+/g, '-').slice(0, 60)}.png`)
  await writeFile(file, await page.screenshot())
  return file
}

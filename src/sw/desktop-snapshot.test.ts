import 'fake-indexeddb/auto'
import { IDBFactory } from 'fake-indexeddb'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { readSnapshot, withSnapshot, type Snapshot } from './desktop-snapshot.ts'

// oxlint-disable-next-line import/no-unassigned-import -- it puts IndexedDB's classes where a browser has them

const VIEW: Snapshot = { styles: ['/assets/Shell-a1.css'], html: '<div id="last-view" hidden>$& 文件</div>' }
const DOCUMENT =
  '<head><link rel="modulepreload" href="/assets/index-b2.js"></head>' +
  '<body><div id="root"><main><div>form</div></main></div><script>dispatchEvent(1)</script></body>'

beforeEach(() => {
  vi.stubGlobal('indexedDB', new IDBFactory())
})

async function keep(...records: unknown[]): Promise<void> {
  await new Promise<void>((resolve) => {
    const opening = indexedDB.open('school-portal', 1)
    opening.addEventListener('upgradeneeded', () => {
      const store = opening.result.createObjectStore('desktop')
      records.forEach((record, index) => store.put(record, `u${index}`))
    })
    opening.addEventListener('success', () => {
      opening.result.close()
      resolve()
    })
  })
}

const pathsOf = (styles: readonly string[]) => ({ known: new Set(styles), linked: new Set(styles) })

describe('the desktop snapshot', () => {
  test('is read as it was kept', async () => {
    await keep({ me: {}, view: VIEW })
    expect(await readSnapshot()).toEqual(VIEW)
  })

  test('is none when none was kept with its looks, or they are damaged', async () => {
    await keep({ me: {} }, { view: { html: 5, styles: [] } }, { view: { html: '', styles: [1] } }, 'broken')
    expect(await readSnapshot()).toBeNull()
  })

  test('is none where there is no database, and none is made by asking', async () => {
    expect(await readSnapshot()).toBeNull()
    expect(await indexedDB.databases()).toEqual([])
    vi.stubGlobal('indexedDB', undefined)
    expect(await readSnapshot()).toBeNull()
  })

  test('takes the place of the form, with its styles', () => {
    expect(withSnapshot(DOCUMENT, VIEW, pathsOf(VIEW.styles))).toBe(
      '<head><link rel="modulepreload" href="/assets/index-b2.js">' +
        '<link rel="stylesheet" crossorigin href="/assets/Shell-a1.css"></head>' +
        `<body>${VIEW.html}<div id="root"></div><script>dispatchEvent(1)</script></body>`,
    )
  })

  test('has no link to the styles of a page that was open before the desktop and is fetched later', () => {
    const paths = { ...pathsOf(VIEW.styles), known: new Set([...VIEW.styles, '/assets/SettingsPage-d4.css']) }
    const styles = [...VIEW.styles, '/assets/SettingsPage-d4.css']
    expect(withSnapshot(DOCUMENT, { ...VIEW, styles }, paths)).toBe(withSnapshot(DOCUMENT, VIEW, paths))
  })

  test('of another build leaves the document as it is', () => {
    expect(withSnapshot(DOCUMENT, VIEW, pathsOf(['/assets/Shell-c3.css']))).toBe(DOCUMENT)
  })
})

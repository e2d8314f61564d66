import type { Page } from '@playwright/test'
import { pageRoot } from './parts.ts'
import { codesOf, appIcons } from './icons.ts'

/** A page of any driver that can run a function in it. */
interface ScriptedPage {
  evaluate<R>(inPage: () => R | Promise<R>): Promise<R>
}

/** Whether the page can be repeated without a network: the service worker has it, and its style sheets and the pictures of its icons are kept. */
export function isReadyForOffline(page: ScriptedPage): Promise<boolean> {
  return page.evaluate(async () => {
    if (!navigator.serviceWorker.controller) return false
    const pictures = [...document.querySelectorAll<HTMLImageElement>('[data-app-code] img')]
    const sheets = [...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')]
    const files = [...pictures.map((picture) => picture.src), ...sheets.map((sheet) => sheet.href)]
    const kept = await Promise.all(files.map((file) => caches.match(file)))
    return pictures.length > 0 && kept.every(Boolean)
  })
}

/** The user ids whose last desktop this device keeps. */
export function keptDesktops(page: Page): Promise<string[]> {
  return page.evaluate(
    () =>
      new Promise<string[]>((resolve, reject) => {
        const opening = indexedDB.open('school-portal')
        let missing = false
        // Asking must not make the database: the portal would find it without its stores.
        opening.addEventListener('upgradeneeded', () => {
          missing = true
          opening.transaction?.abort()
        })
        opening.addEventListener('error', () =>
          missing ? resolve([]) : reject(new Error('the database does not open')),
        )
        opening.addEventListener('success', () => {
          const database = opening.result
          const keys = database.transaction('desktop').objectStore('desktop').getAllKeys()
          keys.addEventListener('success', () => {
            database.close()
            resolve(keys.result.map(String))
          })
        })
      }),
  )
}

/** The paths of everything in the service worker's caches; with `cache`, in those whose name begins so. */
export function keptPaths(page: Page, cache = ''): Promise<string[]> {
  return page.evaluate(async (beginning) => {
    const names = (await caches.keys()).filter((name) => name.startsWith(beginning))
    const lists = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()))
    return lists.flat().map((request) => new URL(request.url).pathname)
  }, cache)
}

/** The icons on the desktop, each as its code, in order; not those of the last desktop, which may still stand over it. */
export const iconNames = (page: Page): Promise<string[]> => codesOf(appIcons(pageRoot(page)))

/** Which lists of messages and to-dos this device keeps: `todos`, and `todos-` with the id of a child. */
export const keptLists = (page: Page): Promise<string[]> =>
  page.evaluate(
    () =>
      new Promise<string[]>((resolve) => {
        const opening = indexedDB.open('school-portal')
        opening.addEventListener('success', () => {
          const database = opening.result
          const keys = database.transaction('stores').objectStore('stores').getAllKeys()
          keys.addEventListener('success', () => {
            database.close()
            const names = keys.result.flat()
            resolve(names.map(String).filter((name) => /^(?:messages|todos)(?:-|$)/.test(name)))
          })
        })
      }),
  )

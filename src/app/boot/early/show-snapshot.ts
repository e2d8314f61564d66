import { snapshotKey } from './snapshot-key.ts'

/**
 * Shows the desktop snapshot that the service worker put into the document, until the page's script has drawn it anew: its links work, and a press
 * on one of its buttons is kept for the real one (`onPress` hears the button's name). One that is not this user's, or was drawn by another
 * build, in another language or for another width, goes.
 */
export function showSnapshot(view: HTMLElement, userId: unknown, onPress: (name: string | null) => void): void {
  const { dataset } = document.documentElement
  if (view.dataset['user'] === userId && view.dataset['fits'] === snapshotKey(innerWidth) && !dataset['page']) {
    for (const element of view.querySelectorAll<HTMLElement>('[data-style]')) {
      element.style.cssText = element.dataset['style'] ?? ''
    }
    view.addEventListener('click', ({ target }) => {
      const button = target instanceof Element && target.closest('button')
      if (button) onPress(button.getAttribute('aria-label'))
    })
    dataset['page'] = 'view'
    view.hidden = false
  } else {
    view.remove()
  }
}

/** Loads the snapshot's pictures; called once it is painted. */
export function showPictures(): void {
  for (const picture of document.querySelectorAll<HTMLImageElement>('#last-view [data-src]')) {
    picture.src = picture.dataset['src'] ?? ''
  }
}

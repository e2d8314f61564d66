import { snapshotKey } from './snapshot-key.ts'

/**
 * Shows the desktop snapshot from the document until the page's script has drawn the desktop: links work, and a press on a button is kept for the
 * real one (`onPress` gets its name). A snapshot of another user, build, language or width is removed.
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

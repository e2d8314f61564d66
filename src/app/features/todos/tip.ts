import { mayKeep } from '../../core/storage/local-keys.ts'

const KEY = 'tip'
let here: string | null = null

/** Whether the person closed the pop-up of to-dos in this session: then it stays away. The key's name is the specification's. */
export const tip = {
  isClosed(userId: string): boolean {
    if (here === userId) return true
    try {
      return sessionStorage.getItem(KEY) === userId
    } catch {
      return false
    }
  },
  close(userId: string): void {
    here = userId
    try {
      if (mayKeep()) sessionStorage.setItem(KEY, userId)
    } catch {
      // Storage refused: it stays away until the page is loaded again.
    }
  },
}

import { PortalError } from '../../../contract/portal-error.ts'
import { fitPicture } from './fit-picture.ts'
import { pictureOutcome } from './fitted-picture.ts'
import type { PictureApi } from './picture-api.ts'
import type { PictureTools } from './picture-tools.ts'
import { drawUpright } from './upright.ts'

/** The picture worker's side of its interface: fits pictures and remembers how to stop each. */
export function servePictures(tools: PictureTools): PictureApi {
  const running = new Map<number, AbortController>()
  let upright: Promise<boolean> | undefined
  return {
    async fit(number, file, shape) {
      const controller = new AbortController()
      running.set(number, controller)
      try {
        upright ??= drawUpright(tools)
        if (!(await upright)) return { kind: 'elsewhere' }
        return { kind: 'fitted', picture: await fitPicture(controller.signal, file, shape, tools) }
      } catch (error) {
        if (controller.signal.aborted) return null
        // Only the code crosses to the page.
        if (error instanceof PortalError) return pictureOutcome.parse({ kind: 'refused', code: error.code })
        throw error
      } finally {
        running.delete(number)
      }
    },
    stop: (number) => running.get(number)?.abort(),
  }
}

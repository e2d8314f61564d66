import { PortalError } from '../../../contract/portal-error.ts'
import { pictureOutcome, type FittedPicture, type PictureApi } from '../../workers/picture/picture-api.ts'
import type { Shape } from '../../workers/picture/plan-fit.ts'
import { linkWorker, type LinkedWorker } from './worker-link.ts'

export type { FittedPicture } from '../../workers/picture/picture-api.ts'

/** `fitHere` does it on the page where the browser's workers ignore the orientation. */
export function bridgePictures(
  start: () => LinkedWorker,
  fitHere: (file: Blob, shape: Shape) => Promise<FittedPicture>,
) {
  const link = linkWorker<PictureApi>(start)

  async function fitInWorker(signal: AbortSignal, file: Blob, shape: Shape): Promise<FittedPicture | null> {
    const answer = await link.use(signal, async (api): Promise<unknown> => api.fit(file, shape))
    const outcome = pictureOutcome.parse(answer)
    if (outcome.kind === 'refused') throw new PortalError(outcome.code)
    return outcome.kind === 'fitted' ? outcome.picture : null
  }

  return {
    /**
     * A picture upright, without metadata, at most 500 by 500, `square` or `whole`. Rejects with the signal's reason, and with PortalError
     * 'picture.type', 'picture.heic', 'picture.unreadable', 'picture.too_large', 'storage.file_unreadable' or 'client.worker_stopped'.
     */
    fit: async (signal: AbortSignal, file: Blob, shape: Shape): Promise<FittedPicture> => {
      try {
        const picture = (await fitInWorker(signal, file, shape)) ?? (await fitHere(file, shape))
        signal.throwIfAborted()
        return picture
      } catch (error) {
        signal.throwIfAborted()
        if (error instanceof PortalError) throw error
        throw new PortalError('picture.unreadable', { cause: error })
      }
    },
  }
}

/** Started with the first picture. */
export const pictures = bridgePictures(
  () =>
    new Worker(new URL('../../workers/picture/picture.worker.ts', import.meta.url), {
      type: 'module',
      name: 'picture',
    }),
  async (...picture) => (await import('./picture-on-page.ts')).fitOnPage(...picture),
)

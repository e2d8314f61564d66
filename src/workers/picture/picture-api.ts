import type { PictureOutcome } from './fitted-picture.ts'
import type { Shape } from './plan-fit.ts'

/** What the page asks of the picture worker. An AbortSignal cannot cross to a worker, so each picture has a number by which it is stopped. */
export interface PictureApi {
  /** Null when it was stopped. */
  fit(number: number, file: Blob, shape: Shape): Promise<PictureOutcome | null>
  stop(number: number): void
}

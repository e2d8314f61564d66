import drawing from './default-crest.svg?raw'

/** The neutral logo of units without their own. */
export const DEFAULT_CREST = { mediaType: 'image/svg+xml' as const, content: Buffer.from(drawing) }

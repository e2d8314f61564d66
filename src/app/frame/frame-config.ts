import type { PortalConfig } from '../core/api/config.ts'

/** The frame's part of the start-up configuration. */
export const frameConfig = {
  /** The path of the front end's own version files. */
  deployed: { root: 'pages', code: 'portal' },
}

export function configureFrame({ root, code }: PortalConfig): void {
  frameConfig.deployed = { root, code }
}

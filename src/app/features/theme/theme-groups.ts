import type { Theme } from '../../../../contract/rules/themes.ts'

/** The themes in the groups in which they are offered. */
export const THEME_GROUPS = [
  { name: 'classic', themes: ['ink', 'lotus'] },
  { name: 'stage', themes: ['cartoon'] },
  { name: 'colors', themes: ['red', 'blue', 'cyan', 'green', 'custom'] },
] as const satisfies readonly { name: string; themes: readonly Theme[] }[]

import type { Language } from '../contract/envelope.ts'

/** Part of the address, so that a link shows the same. */
export interface Settings {
  language: Language
  mode: 'system' | 'light' | 'dark'
  contrast: 'system' | 'normal' | 'more'
}

const CHOICES = {
  language: ['zh-CN', 'en'],
  mode: ['system', 'light', 'dark'],
  contrast: ['system', 'normal', 'more'],
} as const satisfies { [K in keyof Settings]: readonly Settings[K][] }

function pick<T extends string>(choices: readonly [T, ...T[]], value: string | null): T {
  return choices.find((choice) => choice === value) ?? choices[0]
}

/** Reads the settings from the query of an address; missing or wrong ones get the first choice. */
export function readSettings(search: string): Settings {
  const query = new URLSearchParams(search)
  return {
    language: pick(CHOICES.language, query.get('language')),
    mode: pick(CHOICES.mode, query.get('mode')),
    contrast: pick(CHOICES.contrast, query.get('contrast')),
  }
}

/** The query of an address with these settings. */
export function writeSettings(settings: Settings): string {
  return `?${new URLSearchParams({ ...settings }).toString()}`
}

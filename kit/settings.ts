type Choice<T extends string> = readonly [value: T, chinese: string, english: string]

/** The values of each setting with their names; the first one is the default. */
export const CHOICES = {
  language: [
    ['zh-CN', '简体中文', '简体中文'],
    ['en', 'English', 'English'],
  ],
  mode: [
    ['system', '跟随系统', 'System'],
    ['light', '浅色', 'Light'],
    ['dark', '深色', 'Dark'],
  ],
  contrast: [
    ['system', '跟随系统', 'System'],
    ['normal', '普通', 'Normal'],
    ['more', '高对比度', 'High'],
  ],
} as const

function pick<T extends string>(choices: readonly [Choice<T>, ...Choice<T>[]], value: string | null): T {
  const [picked] = choices.find(([known]) => known === value) ?? choices[0]
  return picked
}

/** Reads the settings from the query of an address, where they are so that a link shows the same; missing or wrong ones get the first choice. */
export function readSettings(search: string) {
  const query = new URLSearchParams(search)
  return {
    language: pick(CHOICES.language, query.get('language')),
    mode: pick(CHOICES.mode, query.get('mode')),
    contrast: pick(CHOICES.contrast, query.get('contrast')),
  }
}
